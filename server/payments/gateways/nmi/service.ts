import { callInText, type TextAnswer, type TextLine } from "../../../web/http-call.ts";
import { type Unknown, unanswered } from "../gateway.ts";
import { type NmiTransaction, readQueryAnswer, readTransactAnswer, type TransactAnswer } from "./answers.ts";
import type { Fields } from "./requests.ts";
import { queryErrorOf } from "./verdicts.ts";

export type Transactions = { status: "listed"; transactions: readonly NmiTransaction[] };

/** NMI's two addresses. All calls of one line end by its deadline. */
export type NmiLine = {
  transact(fields: Fields): Promise<TransactAnswer | Unknown>;
  query(fields: Fields): Promise<Transactions | Unknown>;
};

/** Opens lines to NMI; `deadlineMs` is a line's whole time. */
export const nmiLines =
  (line: TextLine, securityKey: string) =>
  (deadlineMs: number): NmiLine => {
    const end = performance.now() + deadlineMs;
    const send = (path: string, fields: Fields): Promise<TextAnswer> =>
      callInText(line, {
        path,
        deadlineMs: Math.max(1, end - performance.now()),
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ ...fields, security_key: securityKey }).toString(),
      });
    return {
      transact: async (fields) => readTransacted(await send("transact.php", fields), fields),
      query: async (fields) => readRecords(await send("query.php", fields), fields),
    };
  };

/**
 * An answer to another call is none. NMI leaves fields empty in some answers, and answers a void
 * with the order ID of its payment.
 */
function readTransacted(answer: TextAnswer, { type = "", orderid = "" }: Fields): TransactAnswer | Unknown {
  if (!answer.arrived) return unanswered(answer.code);
  const read = answer.status === 200 ? readTransactAnswer(answer.text) : undefined;
  const isOwn = read && agrees(read.type, type) && (type !== "auth" || agrees(read.orderid, orderid));
  return isOwn ? read : unanswered("bad_answer");
}

const agrees = (answered: string, sent: string): boolean => answered === "" || answered === sent;

/** Records that were not asked for make the whole answer worthless. */
function readRecords(answer: TextAnswer, asked: Fields): Transactions | Unknown {
  if (!answer.arrived) return unanswered(answer.code);
  const read = answer.status === 200 ? readQueryAnswer(answer.text) : undefined;
  if (!read) return unanswered("bad_answer");
  if ("error" in read) return unanswered(queryErrorOf(read.error));
  const isAsked = ({ order_id, transaction_id }: NmiTransaction) =>
    order_id === (asked.order_id ?? order_id) && transaction_id === (asked.transaction_id ?? transaction_id);
  if (!read.transactions.every(isAsked)) return unanswered("bad_answer");
  return { status: "listed", transactions: read.transactions };
}
