import { isIPv4 } from "node:net";
import type { Cents } from "../../../money.ts";
import type { RevealedCard } from "../card-data.ts";
import type { Authorization, BillingAddress } from "../gateway.ts";

/**
 * A call of the gateway's API: its name, and the properties of its request after the credentials.
 * The gateway refuses properties in another order than its schema's, so each object here lists
 * them in that order.
 */
export type ApiCall = { name: string; refId: string; fields: object };

/** The longest that the gateway can compare a transaction with earlier ones, in seconds. */
const duplicateWindow = 28_800;

/** The most transactions on a page of the gateway's lists. */
export const pageLength = 1000;

const amount = (cents: Cents): string => (cents / 100).toFixed(2);

/**
 * Text as the gateway takes it: of at most `length` UTF-16 units, without half a character or
 * control characters; undefined if empty.
 */
function fitted(text: string, length: number): string | undefined {
  const plain = text.replace(/\p{Cc}+/gu, " ").trim();
  return plain.slice(0, length).replace(/[\uD800-\uDBFF]$/, "") || undefined;
}

const address = ({ firstName, lastName, streetAddress1, city, countryArea, postalCode, country }: BillingAddress) => ({
  firstName: fitted(firstName, 50),
  lastName: fitted(lastName, 50),
  address: fitted(streetAddress1, 60),
  city: fitted(city, 40),
  state: fitted(countryArea, 40),
  zip: fitted(postalCode, 20),
  country: fitted(country, 60),
});

/** The invoice number differs by call, so two equal part refunds are not taken for duplicates. */
const order = (reference: string) => ({ invoiceNumber: reference });

export const settings = (values: Readonly<Record<string, string>>) => ({
  setting: Object.entries(values).map(([settingName, settingValue]) => ({ settingName, settingValue })),
});

const transaction = (refId: string, transactionRequest: object): ApiCall => ({
  name: "createTransaction",
  refId,
  fields: { transactionRequest },
});

export type ReferencedAuthorization = Omit<Authorization, "key" | "means"> & { reference: string };
type CardParts = { payment?: object; settings?: Readonly<Record<string, string>> };

/**
 * The API's form of an authorization; without `payment` for a page, where the shopper types the
 * card. The gateway must not approve a part of the amount, nor email the shopper.
 */
export const authorizationRequest = (authorization: ReferencedAuthorization, card: CardParts = {}) => {
  const { reference, amountCents, currency, billing, shipping, email, phone, ip } = authorization;
  return {
    transactionType: "authOnlyTransaction",
    amount: amount(amountCents),
    currencyCode: currency,
    payment: card.payment,
    order: order(reference),
    customer: { email: fitted(email, 255) },
    billTo: { ...address(billing), phoneNumber: fitted(phone ?? "", 25) },
    shipTo: shipping ? address(shipping) : undefined,
    customerIP: shortIp(ip ?? ""),
    transactionSettings: settings({ allowPartialAuth: "false", ...card.settings, emailCustomer: "false" }),
  };
};

/** Holds an amount on a card. */
export const authorizeCall = ({ card, ...authorization }: ReferencedAuthorization & { card: RevealedCard }): ApiCall =>
  transaction(
    authorization.reference,
    authorizationRequest(authorization, {
      payment: { creditCard: { cardNumber: card.number, expirationDate: yearAndMonth(card.expiry), cardCode: card.code } },
      settings: { duplicateWindow: String(duplicateWindow) },
    }),
  );

/** `YYYY-MM` of `MMYY`. */
const yearAndMonth = (expiry: string) => `20${expiry.slice(2)}-${expiry.slice(0, 2)}`;

/** An IPv4 address, since the gateway knows no longer ones. */
function shortIp(ip: string): string | undefined {
  const plain = ip.replace(/^::ffff:/i, "");
  return isIPv4(plain) ? plain : undefined;
}

/** Captures without an invoice number, since the authorization is found by its own. */
export const captureCall = (reference: string, authRef: string, cents: Cents): ApiCall =>
  transaction(reference, { transactionType: "priorAuthCaptureTransaction", amount: amount(cents), refTransId: authRef });

export const voidCall = (reference: string, authRef: string): ApiCall =>
  transaction(reference, { transactionType: "voidTransaction", refTransId: authRef });

/** Refunds a settled payment, whose card the gateway knows by its last four digits. */
export const refundCall = (reference: string, authRef: string, cents: Cents, last4: string): ApiCall =>
  transaction(reference, {
    transactionType: "refundTransaction",
    amount: amount(cents),
    currencyCode: "USD",
    payment: { creditCard: { cardNumber: last4, expirationDate: "XXXX" } },
    refTransId: authRef,
    order: order(reference),
    transactionSettings: settings({ duplicateWindow: String(duplicateWindow), emailCustomer: "false" }),
  });

/** Ends the review of a held payment. */
export const reviewCall = (refId: string, authRef: string, approve: boolean): ApiCall => ({
  name: "updateHeldTransaction",
  refId,
  fields: { heldTransactionRequest: { action: approve ? "approve" : "decline", refTransId: authRef } },
});

/** `transId` has at most 20 digits, so it can name the request too. */
export const detailsCall = (transId: string): ApiCall => ({ name: "getTransactionDetails", refId: transId, fields: { transId } });

/** Oldest first, so that a transaction made meanwhile moves none to another page. */
const sorting = { orderBy: "submitTimeUTC", orderDescending: false };

export const unsettledCall = (page: number, limit: number = pageLength): ApiCall => ({
  name: "getUnsettledTransactionList",
  refId: `unsettled-${page}`,
  fields: { sorting, paging: { limit, offset: page } },
});

export const batchesCall = (first: number, last: number): ApiCall => ({
  name: "getSettledBatchList",
  refId: "batches",
  fields: { includeStatistics: true, firstSettlementDate: seconds(first), lastSettlementDate: seconds(last) },
});

const seconds = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

export const batchCall = (batchId: string, page: number): ApiCall => ({
  name: "getTransactionList",
  refId: `batch-${page}`,
  fields: { batchId, sorting, paging: { limit: pageLength, offset: page } },
});
