import type { NmiAccount, Transaction } from "./account.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`;
const timestamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace(/\D/g, "");

/** Transactions that are not in the records yet, and the number of the first page. */
type View = { hidden: ReadonlySet<string>; firstPage: number };

/** The records that a query selects, as `query.php` writes them. */
export function queryXml(account: NmiAccount, query: URLSearchParams, { hidden, firstPage }: View): string {
  const all = account.transactions.filter(({ id }) => !hidden.has(id));
  const found = all.filter((transaction) => isSelected(transaction, query));
  const limit = Number(query.get("result_limit") ?? all.length);
  const start = Math.max(0, Number(query.get("page_number") ?? firstPage) - firstPage) * limit;
  return document(
    found
      .slice(start, start + limit)
      .map(transactionXml)
      .join("\n"),
  );
}

export const errorXml = (text: string): string => document(element("error_response", `${text} REFID:201239399`));

const document = (content: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<nm_response>\n${content}\n</nm_response>\n`;

function isSelected({ id, orderId, actions }: Transaction, query: URLSearchParams): boolean {
  const modified = Math.max(0, ...actions.map(({ at }) => at));
  const types = query.get("action_type")?.split(",");
  return (
    id === (query.get("transaction_id") ?? id) &&
    orderId === (query.get("order_id") ?? orderId) &&
    timestamp(modified) >= (query.get("start_date") ?? "") &&
    (types === undefined || actions.some(({ type }) => types.includes(type)))
  );
}

const transactionXml = ({ id, originalId, orderId, condition, currency, maskedNumber, bin, avs, csc, actions }: Transaction) =>
  `<transaction>
${element("transaction_id", id)}${element("partial_payment_id", "")}${element("transaction_type", "cc")}
${element("condition", condition)}${element("order_id", orderId)}${element("authorization_code", "123456")}
${element("first_name", "Ada & <Co>")}${element("cc_number", maskedNumber)}${element("cc_bin", bin)}${element("cc_exp", "1229")}
${element("avs_response", avs)}${element("csc_response", csc)}${element("currency", currency)}
${originalId === "" ? "" : element("original_transaction_id", originalId)}
${actions.map(actionXml).join("\n")}
</transaction>`;

const actionXml = ({ type, cents, at, success, code, text, source }: Transaction["actions"][number]) => {
  const sign = type === "refund" ? "-" : "";
  return `<action>${element("amount", sign + (cents / 100).toFixed(2))}${element("action_type", type)}${element("date", timestamp(at))}
${element("success", success ? "1" : "0")}${element("source", source)}${element("response_text", text)}
${element("batch_id", "0")}${element("response_code", code)}</action>`;
};
