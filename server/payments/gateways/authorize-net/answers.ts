import { z } from "zod";

/** The gateway sends some codes as text in one answer and as a number in another. */
const word = z.union([z.string(), z.number()]).transform(String);
const text = z.string().max(1000).nullish();
const dollars = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .pipe(z.number().min(0).max(1e12));
const time = z.string().refine((value) => !Number.isNaN(Date.parse(value)));

/** Every answer of the gateway. `refId` is the one of the request. */
export const anyAnswer = z.object({
  refId: text,
  messages: z.object({
    resultCode: z.enum(["Ok", "Error"]),
    message: z.array(z.object({ code: z.string() })).default([]),
  }),
});

const transactionResponse = z.object({
  responseCode: word,
  avsResultCode: text,
  cvvResultCode: text,
  transId: word,
  refTransID: text,
  testRequest: word.nullish(),
  accountNumber: text,
  accountType: text,
  splitTenderId: word.nullish(),
  prePaidCard: z.object({ approvedAmount: dollars.nullish() }).nullish(),
  messages: z.array(z.object({ code: word })).default([]),
  errors: z.array(z.object({ errorCode: word })).default([]),
});

/** The answer to `createTransactionRequest`. */
export const transactionAnswer = anyAnswer.extend({ transactionResponse: transactionResponse.optional() });

/** The answer to `getHostedPaymentPageRequest`. Whoever has the token can open the page. */
export const hostedPageAnswer = anyAnswer.extend({ token: z.string().max(20_000).nullish() });

const details = z.object({
  transId: word,
  refTransId: word.nullish(),
  submitTimeUTC: time,
  transactionType: z.string(),
  transactionStatus: z.string(),
  AVSResponse: text,
  cardCodeResponse: text,
  order: z.object({ invoiceNumber: text }).nullish(),
  authAmount: dollars,
  settleAmount: dollars,
  payment: z.object({ creditCard: z.object({ cardNumber: text, cardType: text }).optional() }).nullish(),
  batch: z.object({ settlementTimeUTC: time.nullish() }).nullish(),
});

/**
 * The answer to `getTransactionDetailsRequest`. `transrefId` is the `refId` of the request that
 * made the transaction.
 */
export const detailsAnswer = anyAnswer.extend({ transaction: details.optional(), transrefId: text });

const summary = z.object({
  transId: word,
  submitTimeUTC: time,
  transactionStatus: z.string(),
  invoiceNumber: text,
  accountType: text,
  accountNumber: text,
  settleAmount: dollars,
});

/** A page of transactions, unsettled or of a batch. */
export const summariesAnswer = anyAnswer.extend({
  transactions: z.array(summary).default([]),
  totalNumInResultSet: z.number().nullish(),
});

const batch = z.object({
  batchId: word,
  settlementTimeUTC: time,
  statistics: z.array(z.object({ refundCount: z.number().nullish() })).nullish(),
});

/** The answer to `getSettledBatchListRequest`. */
export const batchesAnswer = anyAnswer.extend({ batchList: z.array(batch).default([]) });

export type AnyAnswer = z.infer<typeof anyAnswer>;
export type TransactionAnswer = z.infer<typeof transactionAnswer>;
export type TransactionResponse = z.infer<typeof transactionResponse>;
export type Details = z.infer<typeof details>;
export type Summary = z.infer<typeof summary>;
export type Batch = z.infer<typeof batch>;

/** The first code at the root of an answer, such as `I00001` or `E00027`. */
export const rootCode = ({ messages }: AnyAnswer): string | undefined => messages.message[0]?.code;
