import { z } from "zod";

/**
 * The protocol between the shop and an HTTP gateway (docs/gateways.md); both ends validate with
 * these schemas.
 */

const key = z.string().min(1).max(200);
const ref = z.string().min(1).max(200);
const cents = z.int().min(1);
const text = z.string().max(200);
const line = z.string().max(1000);

const authorization = z.object({
  key,
  amountCents: cents,
  currency: z.literal("USD"),
  orderRef: text,
  ip: text.nullable(),
  billing: z.object({
    firstName: line,
    lastName: line,
    streetAddress1: line,
    city: line,
    postalCode: line,
    country: line,
    countryArea: line,
  }),
});
const webAddress = z.url({ protocol: /^https?$/ }).max(2000);
const time = z.int().min(0);

export const authorizeCall = z.union([
  authorization.extend({ card: z.object({ number: text, expiry: text, code: text, holder: text }) }),
  authorization.extend({ hosted: z.object({ returnUrl: webAddress, cancelUrl: webAddress, until: time }) }),
]);
/** The answer to `authorize` with `hosted`, until the page is paid. */
export const pageAnswer = z.object({
  status: z.literal("elsewhere"),
  key,
  ref,
  page: z.object({
    address: webAddress,
    method: z.enum(["GET", "POST"]),
    fields: z.record(z.string(), z.string()),
    until: time,
  }),
});
export const closeCall = z.object({ key });
export const closeAnswer = z.object({ closed: z.literal(true) });
export const captureCall = z.object({ key, authRef: ref, amountCents: cents });
export const voidCall = z.object({ key, authRef: ref });
/** Ends the review of a held payment; a gateway may lack this call. */
export const reviewCall = z.object({ key, approve: z.boolean() });
/** A call that only the test gateway has: it marks a payment as disputed. */
export const disputeCall = z.object({ key });
export const refundCall = z.object({ key, captureRef: ref, amountCents: cents });

export const transaction = z.object({
  key,
  kind: z.enum(["authorize", "capture", "void", "refund"]),
  status: z.enum(["approved", "declined"]),
  state: z.enum(["authorized", "held", "declined", "captured", "voided", "part_refunded", "refunded"]),
  ref,
  authRef: ref,
  captureRef: ref.nullable().default(null),
  orderRef: text,
  amountCents: z.int().min(0),
  capturedCents: z.int().min(0),
  refundedCents: z.int().min(0),
  code: text,
  avs: text.nullable(),
  cvv: text.nullable(),
  brand: z.enum(["visa", "mastercard", "amex", "discover", "diners", "jcb", "unionpay", "unknown"]),
  last4: z.string().regex(/^\d{0,4}$/),
  disputed: z.boolean().optional(),
  at: z.int().min(0),
});

/**
 * Whether a transaction's status and state agree. If only one of them is `declined`, the answer
 * proves nothing about the money.
 */
export const isConsistent = ({ status, state }: Pick<Transaction, "status" | "state">): boolean =>
  (status === "declined") === (state === "declined");

/** The states that an approved call of each kind may answer with. */
const approvedStates: Record<Transaction["kind"], readonly Transaction["state"][]> = {
  // A key's first answer may be asked for again after the capture.
  authorize: ["authorized", "held", "captured"],
  capture: ["captured", "part_refunded", "refunded"],
  void: ["voided"],
  refund: ["refunded", "part_refunded"],
};

/** Whether an answer to a call is consistent. */
export const isConsistentAnswer = (answer: Pick<Transaction, "kind" | "status" | "state">): boolean =>
  isConsistent(answer) && (answer.status === "declined" || approvedStates[answer.kind].includes(answer.state));

/**
 * Only these codes are a gateway's refusal; any other error may come from a proxy, and says nothing
 * about the money.
 */
const errorCode = z.enum([
  "invalid_request",
  "key_required",
  "key_conflict",
  "unauthorized",
  "no_such_call",
  "no_such_authorization",
  "no_such_capture",
  "under_review",
  "not_settled",
  "already_captured",
  "already_voided",
  "already_paid",
  "page_closed",
  "amount_exceeds_authorization",
  "amount_exceeds_capture",
  "not_found",
]);

/**
 * `asked` repeats the key or reference that was not found, so that an unrelated 404 is not
 * mistaken for an answer. `until` (ms since epoch) is when a payment that is not settled will be.
 */
export const errorAnswer = z.object({
  error: z.object({ code: errorCode, asked: z.string().optional(), until: z.int().min(0).optional() }),
});

/** One page of transactions; `next` is the cursor of the next page. */
export const transactionsPage = z.object({ transactions: z.array(transaction), next: z.int().nullable() });

export type AuthorizeCall = z.infer<typeof authorizeCall>;
export type HostedCall = Extract<AuthorizeCall, { hosted: unknown }>;
export type CaptureCall = z.infer<typeof captureCall>;
export type VoidCall = z.infer<typeof voidCall>;
export type ReviewCall = z.infer<typeof reviewCall>;
export type DisputeCall = z.infer<typeof disputeCall>;
export type RefundCall = z.infer<typeof refundCall>;
export type GatewayErrorCode = z.infer<typeof errorCode>;
export type Transaction = z.infer<typeof transaction>;
