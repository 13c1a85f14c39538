import { z } from "zod";
import type { Cents } from "../../../money.ts";
import { readXml } from "../xml.ts";

const text = z.string().max(1000);

/** An answer of `transact.php`. NMI leaves fields empty, or out, that do not apply. */
const transactAnswer = z.object({
  response: z.enum(["1", "2", "3"]),
  response_code: z.string().regex(/^\d{3}$/),
  responsetext: text.default(""),
  transactionid: z
    .string()
    .regex(/^[\w-]{0,100}$/)
    .default(""),
  avsresponse: z.string().max(10).default(""),
  cvvresponse: z.string().max(10).default(""),
  orderid: text.default(""),
  type: text.default(""),
  amount_authorized: z
    .string()
    .regex(/^(\d{1,9}(\.\d{1,2})?)?$/)
    .default(""),
});
export type TransactAnswer = z.infer<typeof transactAnswer>;

/** Reads a form-encoded answer; undefined if it is none, or names a field twice. */
export function readTransactAnswer(body: string): TransactAnswer | undefined {
  const fields = [...new URLSearchParams(body)];
  const record = Object.fromEntries(fields);
  return Object.keys(record).length === fields.length ? transactAnswer.safeParse(record).data : undefined;
}

/** The text of an element that stands at most once; "" if it is absent. */
const once = z
  .tuple([text])
  .optional()
  .transform((texts) => texts?.[0] ?? "");

const amount = z.tuple([z.string().regex(/^-?\d{1,9}(\.\d{1,2})?$/)]).transform(([decimal]) => centsOf(decimal));
const date = z.tuple([z.string().regex(/^\d{14}$/)]).transform(([digits]) => timeOf(digits));

const action = z.object({
  amount,
  action_type: z.tuple([text]).transform(([type]) => type),
  date,
  success: z.tuple([z.enum(["0", "1"])]).transform(([flag]) => flag === "1"),
  source: once,
  response_text: once,
  response_code: once,
});

const transaction = z.object({
  transaction_id: z.tuple([z.string().regex(/^[\w-]{1,100}$/)]).transform(([id]) => id),
  original_transaction_id: once,
  order_id: once,
  condition: once,
  currency: once,
  cc_number: once,
  cc_bin: once,
  cc_type: once,
  avs_response: once,
  csc_response: once,
  action: z.array(action).default([]),
});

/** A transaction of `query.php`, with all that was done to it. */
export type NmiTransaction = z.infer<typeof transaction>;
export type NmiAction = z.infer<typeof action>;

const queryAnswer = z.object({
  nm_response: z.tuple([
    z.union([
      z.string().regex(/^\s*$/),
      z.object({ error_response: z.tuple([text]) }),
      z.strictObject({ transaction: z.array(transaction) }),
    ]),
  ]),
});

/** What `query.php` answers; undefined if that is not a whole document of its kind. */
export function readQueryAnswer(body: string): { error: string } | { transactions: readonly NmiTransaction[] } | undefined {
  const root = queryAnswer.safeParse(readXml(body)).data?.nm_response[0];
  if (root === undefined) return undefined;
  if (typeof root === "string") return { transactions: [] };
  return "error_response" in root ? { error: root.error_response[0] } : { transactions: root.transaction };
}

/** Cents of decimal dollars. NMI may list what went back as a negative amount. */
export function centsOf(decimal: string): Cents {
  const [dollars = "", fraction = ""] = decimal.replace("-", "").split(".");
  return Number(dollars) * 100 + Number(fraction.padEnd(2, "0"));
}

/** The time of YYYYMMDDHHMMSS in UTC, in ms since the epoch. */
function timeOf(digits: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(..)(..)(..)(..)(..)$/.exec(digits) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}
