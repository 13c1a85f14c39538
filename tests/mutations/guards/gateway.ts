import { inFile, type Mutation } from "../mutation.ts";

const http = "tests/payments/gateways-http.test.ts";
const cancelations = "tests/payments/concurrent-cancelations.test.ts";
const recovery = "tests/payments/recovery.test.ts";
const refunds = "tests/payments/refunds.test.ts";
const traces = "tests/payments/card-traces.test.ts";

const jobs = inFile("server/payments/jobs.ts", recovery);
const refundJob = inFile("server/payments/make-refund.ts", cancelations);
const refusal = inFile("server/payments/refusal.ts", "tests/payments/other-gateways.test.ts");
const gateway = inFile("server/payments/gateways/gateway.ts", http);
const adapter = inFile("server/payments/gateways/http-gateway.ts", "tests/payments/gateways-faults.test.ts");
const verdict = inFile("server/payments/verdict.ts", "tests/payments/pay.test.ts");
const line = inFile("server/web/http-call.ts", http);
const card = inFile("server/payments/gateways/card-data.ts", "tests/payments/gateways-card-data.test.ts");

export const gatewayGuards: readonly Mutation[] = [
  gateway(
    "locks",
    "no gateway call inside a transaction",
    "refuseInsideTransaction();\n      return call(request);",
    "return call(request);",
  ),
  inFile("server/db/transaction.ts", http)(
    "locks",
    "a transaction is known while it is open",
    "inside.run(waiting, () => db",
    "inside.run(undefined, () => db",
  ),
  inFile("server/payments/gateways/open.ts", http)(
    "locks",
    "the shop's gateway knows of transactions",
    "({ url, secret, refuseInsideTransaction })",
    "({ url, secret, refuseInsideTransaction: () => {} })",
  ),
  gateway("cards", "the card is wiped after the call", ".finally(() => wipe(authorization.means))", ""),
  line("cards", "a redirect is not followed with a card", `redirect: "error"`, `redirect: "follow"`),
  inFile("server/payments/gateways/http-gateway.ts", http)(
    "cards",
    "a card goes over a closed line",
    "if (!isClosedLine(url)) throw",
    "if (false) throw",
  ),
  line(
    "gateway",
    "a call ends by its deadline",
    "await Promise.race([exchange(line, call, control.signal), lapse.promise])",
    "await exchange(line, call, new AbortController().signal)",
  ),
  line(
    "gateway",
    "a server's error is no answer",
    `if (response.status >= 500) return { arrived: false, code: "server_error" };`,
    "",
  ),
  adapter(
    "gateway",
    "no answer is unknown",
    "if (!answer.arrived) return unanswered(answer.code);\n  const record",
    "if (!answer.arrived) return refusedCall(answer.code);\n  const record",
  ),
  adapter("gateway", "an answer to another key is none", "|| response.key !== key ||", "||"),
  adapter("K9", "an answer that contradicts itself is none", " || !isConsistentAnswer(response)", ""),
  adapter("gateway", "“not found” names what was not found", "error.asked === asked", "true", http),
  adapter(
    "gateway",
    "a list is whole or unknown",
    "if (!answer.arrived) return unanswered(answer.code);\n    const page",
    "if (!answer.arrived) break;\n    const page",
    http,
  ),
  verdict("I7", "an approval of another amount is none", "result.amountCents === amount", "result.amountCents >= 0"),
  verdict(
    "I6",
    "money that went back pays for nothing",
    `if (record.state !== "authorized" && record.state !== "captured")`,
    "if (false)",
    "tests/payments/verdict.test.ts",
  ),
  jobs("K7", "a capture has its own key", "}:cap`", "}:cap` + Math.random()"),
  jobs("K8", "a void has its own key", "}:void`, authRef", "}:void` + Math.random(), authRef"),
  refundJob("K8", "a refund has its own key", "const key =", "const key = Math.random() +"),
  inFile("server/orders/queries/after-sale.ts", refunds)(
    "I8",
    "a refund is booked once",
    `.where("key", "=", key)
    .where("state", "=", "requested")`,
    `.where("key", "=", key)`,
  ),
  inFile("server/orders/ledger.ts", cancelations)(
    "K6",
    "a canceled order is not captured",
    `if (order?.state === "canceled") return undefined;`,
    "",
  ),
  jobs(
    "K8",
    "a void that meets a capture becomes a refund",
    "if (authorization && authorization.capturedCents > 0) return await refundCapture",
    "if (false && authorization) return await refundCapture",
    cancelations,
  ),
  jobs(
    "I8",
    "a capture is recorded once",
    `to: "captured", now, changes }))) return false;`,
    `to: "captured", now, changes }))) void 0;`,
    cancelations,
  ),
  refusal(
    "I6",
    "money that moved by another amount is an error",
    "if (amount !== undefined && result.amountCents !== amount) throw",
    "if (false) throw",
  ),
  inFile("server/payments/sweep/sweep.ts", "tests/payments/sweep.test.ts")(
    "K9",
    "nothing is returned after a restore",
    "= suspended ? [] : await adoptAll(",
    "= await adoptAll(",
  ),
  card(
    "cards",
    "a card is not serialised",
    "toJSON(): string {\n    return placeholder;",
    "toJSON(): unknown {\n    return this.#card;",
  ),
  card(
    "cards",
    "a card is not printed",
    "toString(): string {\n    return placeholder;",
    "toString(): string {\n    return this.#card?.number ?? placeholder;",
  ),
  card(
    "cards",
    "a card is not inspected",
    "[inspect.custom](): string {\n    return placeholder;",
    "[inspect.custom](): unknown {\n    return this.#card;",
  ),
  card("cards", "a wiped card is gone", "wipe(): void {\n    this.#card = undefined;", "wipe(): void {"),
  card("I15", "of the number, four digits are kept", "number.slice(-4)", "number"),
  inFile("server/payments/form.ts", traces)("cards", "the rest of the server sees no card", "!cardFields.has(name)", "true"),
  inFile("server/payments/body.ts", traces)(
    "cards",
    "a body that cannot be read is quoted nowhere",
    "// JSON.parse's own error quotes the text.\n    return unreadable;",
    "throw new Error(body.toString());",
  ),
  inFile("server/payments/body.ts", traces)(
    "cards",
    "a body is bounded",
    "if (!body || body.length > limit) return tooLarge;",
    "if (!body) return tooLarge;",
  ),
  inFile("server/payments/routes.ts", traces)(
    "cards",
    "a card that was not sent is wiped too",
    "form.value.means.card.wipe();",
    "form.value.means.card.brand();",
  ),
];
