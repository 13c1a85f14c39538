import { inFile, type Mutation } from "../mutation.ts";

const folder = "server/payments/gateways/stripe";
const tests = "tests/payments/stripe";
const back = inFile(`${folder}/give-back.ts`, `${tests}/stripe-money.test.ts`);
const line = inFile(`${folder}/line.ts`, `${tests}/stripe-faults.test.ts`);
const page = inFile(`${folder}/page.ts`, `${tests}/stripe-pages.test.ts`);
const records = inFile(`${folder}/records.ts`, `${tests}/stripe-records.test.ts`);
const list = inFile(`${folder}/list.ts`, `${tests}/stripe-records.test.ts`);
const lookUp = inFile(`${folder}/look-up.ts`, `${tests}/stripe-records.test.ts`);

export const stripeGuards: readonly Mutation[] = [
  inFile(`${folder}/verdicts.ts`, `${tests}/stripe-verdicts.test.ts`)(
    "gateway",
    "a call that met another under its key is unknown",
    `409: { is: "unknown", code: "conflict" },`,
    `409: { is: "refused", code: "conflict" },`,
  ),
  line(
    "gateway",
    "all exchanges of a call end by one deadline",
    "Math.max(1, Math.ceil(end - performance.now()))",
    "Math.ceil(deadlineMs)",
  ),
  line(
    "gateway",
    "all pages of a list are read",
    "if (!has_more || data.some(isLast))",
    "if (true)",
    `${tests}/stripe-records.test.ts`,
  ),
  page("gateway", "a page takes cards alone", `allowed_payment_method_types: ["card"],`, ""),
  page("gateway", "money is held before it is charged", `capture_method: "manual", metadata`, "metadata"),
  page("gateway", "a page is opened once", "{ ...options, idempotencyKey: reference }", "options"),
  page("gateway", "a page of another domain is none", "new URL(url).origin !== origin", "false"),
  page(
    "gateway",
    "a page that was paid is not closed",
    `found.answer.status === "expired" ? { status: "closed" } : refusedCall(asked.code)`,
    `found.answer.status !== "open" ? { status: "closed" } : refusedCall(asked.code)`,
  ),
  back("gateway", "a refund is not sent twice under one reference", "if (made) return takenBack", "if (false) return takenBack"),
  back("gateway", "two processes send one refund", "{ ...options, idempotencyKey }", "options"),
  back(
    "gateway",
    "no more is refunded than is left",
    "if (money.amountCents > payment.capturedCents - payment.refundedCents)",
    "if (false)",
  ),
  back("gateway", "a refund of another call is none", "|| record.reference !== reference", "", `${tests}/stripe-faults.test.ts`),
  records("gateway", "money in another currency is not the shop's", "!isInDollars(intent) || typeof", "typeof"),
  records("gateway", "a captured payment has an amount", "amount_received === 0 || refundedCents", "refundedCents"),
  lookUp("gateway", "a page that is complete without a payment proves nothing", `status === "complete" ||`, ""),
  lookUp("gateway", "two payments under one reference are not decided", "if (others.length > 0)", "if (false)"),
  list("gateway", "a list is complete up to a payment that may still be made", "now - lateMs, ...waiting", "now - lateMs"),
  list(
    "gateway",
    "payments of other programs are not the shop's",
    "referenceKey in one.metadata && isInDollars(one)",
    "isInDollars(one)",
  ),
  inFile(`${folder}/webhook.ts`, `${tests}/stripe-webhook.test.ts`)(
    "gateway",
    "a webhook counts for five minutes",
    "secret, tolerance, undefined",
    "secret, 0, undefined",
  ),
];
