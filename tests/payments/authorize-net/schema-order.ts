/**
 * The properties of a request in the order of Authorize.Net's schema, as far as a shop may send
 * them. A number is the longest text that the schema takes there; 0 if it names none.
 */
export type Shape = { readonly [name: string]: number | Shape };

const merchantAuthentication = { name: 25, transactionKey: 16 };
const head = { merchantAuthentication, clientId: 30, refId: 20 };
const name = { firstName: 50, lastName: 50, company: 50 };
const place = { address: 60, city: 40, state: 40, zip: 20, country: 60 };
const list = { sorting: { orderBy: 0, orderDescending: 0 }, paging: { limit: 0, offset: 0 } };

const settings = { setting: { settingName: 0, settingValue: 0 } };

const transactionRequest = {
  transactionType: 0,
  amount: 0,
  currencyCode: 3,
  payment: {
    creditCard: { cardNumber: 16, expirationDate: 7, cardCode: 4 },
    opaqueData: { dataDescriptor: 0, dataValue: 0 },
  },
  profile: {},
  solution: {},
  callId: 0,
  terminalNumber: 0,
  authCode: 6,
  refTransId: 20,
  splitTenderId: 6,
  order: { invoiceNumber: 20, description: 255 },
  lineItems: {},
  tax: {},
  duty: {},
  shipping: {},
  taxExempt: 0,
  poNumber: 25,
  customer: { type: 0, id: 20, email: 255 },
  billTo: { ...name, ...place, phoneNumber: 25, faxNumber: 25, email: 255 },
  shipTo: { ...name, ...place },
  customerIP: 15,
  cardholderAuthentication: {},
  retail: {},
  employeeId: 4,
  transactionSettings: settings,
  userFields: {},
};

export const schemaOrder: Readonly<Record<string, Shape>> = {
  createTransactionRequest: { ...head, transactionRequest },
  getHostedPaymentPageRequest: { ...head, transactionRequest, hostedPaymentSettings: settings },
  updateHeldTransactionRequest: { ...head, heldTransactionRequest: { action: 0, refTransId: 20 } },
  getTransactionDetailsRequest: { ...head, transId: 20 },
  getUnsettledTransactionListRequest: { ...head, status: 0, ...list },
  getSettledBatchListRequest: { ...head, includeStatistics: 0, firstSettlementDate: 0, lastSettlementDate: 0 },
  getTransactionListRequest: { ...head, batchId: 20, ...list },
};

/** The first property that the schema refuses, as a path; undefined if it takes the request. */
export function schemaFault(value: unknown, shape: Shape | number, path = ""): string | undefined {
  if (Array.isArray(value)) return value.map((item) => schemaFault(item, shape, path)).find((fault) => fault !== undefined);
  if (typeof shape === "number") return leafFault(value, shape, path);
  if (typeof value !== "object" || value === null) return path;
  const order = Object.keys(shape);
  let last = -1;
  for (const [key, child] of Object.entries(value)) {
    const place = order.indexOf(key);
    if (place <= last) return `${path}/${key}`;
    last = place;
    const fault = schemaFault(child, shape[key] ?? 0, `${path}/${key}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function leafFault(value: unknown, longest: number, path: string): string | undefined {
  if (!["string", "number", "boolean"].includes(typeof value) || value === "") return path;
  return longest > 0 && String(value).length > longest ? path : undefined;
}
