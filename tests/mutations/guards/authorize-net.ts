import { inFile, type Mutation } from "../mutation.ts";

const folder = "server/payments/gateways/authorize-net";
const tests = "tests/payments/authorize-net";
const ask = inFile(`${folder}/ask.ts`, `${tests}/authorize.test.ts`);
const verdicts = inFile(`${folder}/verdicts.ts`, `${tests}/verdicts.test.ts`);
const requests = inFile(`${folder}/requests.ts`, `${tests}/authorize.test.ts`);
const search = inFile(`${folder}/search.ts`, `${tests}/questions.test.ts`);
const lookup = inFile(`${folder}/lookup.ts`, `${tests}/questions.test.ts`);
const page = inFile(`${folder}/hosted-page.ts`, `${tests}/hosted-page.test.ts`);
const paid = inFile(`${folder}/lookup.ts`, `${tests}/pay-on-page.test.ts`);
const list = inFile(`${folder}/list.ts`, `${tests}/questions.test.ts`);
const back = inFile(`${folder}/give-back.ts`, `${tests}/move-money.test.ts`);

export const authorizeNetGuards: readonly Mutation[] = [
  ask("gateway", "the answer to another request is none", "(!body.refId || body.refId === refId)", "true"),
  ask(
    "gateway",
    "all requests of a call end by one deadline",
    "ask(line, call, schema, end - performance.now())",
    "ask(line, call, schema, deadlineMs)",
    `${tests}/move-money.test.ts`,
  ),
  verdicts("gateway", "an approval in test mode holds nothing", ` && testRequest !== "1"`, ""),
  verdicts("gateway", "an approval that is an error too is none", `messages.resultCode !== "Ok" || `, ""),
  requests("gateway", "a part of the amount is not asked for", `allowPartialAuth: "false"`, `allowPartialAuth: "true"`),
  requests(
    "gateway",
    "properties are in the schema's order",
    "    refTransId: authRef,\n    order: order(reference),",
    "    order: order(reference),\n    refTransId: authRef,",
    `${tests}/schema-order.test.ts`,
  ),
  search("gateway", "details of another transaction are none", "transaction?.transId !== ref", "!transaction"),
  search("gateway", "a list that lost transactions is none", "found.size >= total", "true"),
  lookup(
    "gateway",
    "a refund of the dashboard is not the shop's, though it has the payment's invoice number",
    "isCopied ? null : invoiceNumber",
    "invoiceNumber",
  ),
  lookup(
    "gateway",
    "a settled payment is found too",
    "await findSettled(ask, Math.max(now - searchedMs, sentAt), now)",
    "{ arrived: true, body: [] }",
  ),
  paid("gateway", "money counts before a decline on the same page", "rankOf(one) - rankOf(other) || ", ""),
  paid(
    "gateway",
    "a try that is undecided hides no payment",
    "if (state === undefined) return 1;",
    "if (state === undefined) return 0;",
  ),
  paid(
    "gateway",
    "a try that is undecided is no decline",
    "if (state === undefined) return 1;",
    "if (state === undefined) return 4;",
  ),
  paid("gateway", "a payment that was voided hides no other", "holdsMoney({ state }) ? 0 : 2", "holdsMoney({ state }) ? 0 : 0"),
  paid("gateway", "the oldest payment of a page is the order's", "submittedAt(one) - submittedAt(other)", "0"),
  paid("gateway", "a decline hides no payment that was settled", "rankOf(transaction) === 0", "true"),
  page("gateway", "a page with an error is none", `messages.resultCode === "Ok" && token`, "token"),
  page("gateway", "a page carries its reference into its payment", "refId: authorization.reference", `refId: "page"`),
  page("gateway", "a token opens its page for 15 minutes", "15 * 60_000", "30 * 60_000"),
  page("gateway", "the sandbox has another page", "https://test.authorize.net", "https://accept.authorize.net"),
  list("gateway", "a refund that was taken back is none", "detailed.filter(isMade)", "detailed"),
  list(
    "gateway",
    "a list is complete up to a payment that is undecided",
    "else completeUntil = Math.min(completeUntil, at);",
    "",
  ),
  back("gateway", "a refund is not sent twice under one reference", "if (made) return", "if (false) return"),
  back("gateway", "no more is refunded than is left", "totalOf(refunds.body) + money.amountCents", "money.amountCents"),
  back("gateway", "a part is not voided", "money.amountCents === capturedCents", "true"),
  inFile(`${folder}/webhook.ts`, `${tests}/webhook.test.ts`)(
    "gateway",
    "a notification is signed by Authorize.Net",
    `timingSafeEqual(expected, Buffer.from(digest, "hex")) ?`,
    "true ?",
  ),
  inFile(`${folder}/webhook.ts`, `${tests}/webhook.test.ts`)(
    "gateway",
    "a notification names the reference of its call",
    "payload.merchantReferenceId || null",
    "null",
  ),
];
