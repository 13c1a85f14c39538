import { inFile, type Mutation } from "../mutation.ts";

const folder = "server/payments/gateways/nmi";
const back = inFile(`${folder}/give-back.ts`, "tests/payments/nmi/nmi-give-back.test.ts");
const records = inFile(`${folder}/records.ts`, "tests/payments/nmi/nmi-records.test.ts");
const service = inFile(`${folder}/service.ts`, "tests/payments/nmi/nmi-verdicts.test.ts");

export const nmiGuards: readonly Mutation[] = [
  inFile(`${folder}/verdicts.ts`, "tests/payments/nmi/nmi-verdicts.test.ts")(
    "gateway",
    "a duplicate is no refusal",
    `[/^duplicate transaction/i, { is: "unknown", code: "duplicate" }],`,
    "",
  ),
  service("gateway", "an answer to another order is none", `type !== "auth" || agrees(read.orderid, orderid)`, "true"),
  service(
    "gateway",
    "records of another payment are none",
    "if (!read.transactions.every(isAsked)) return",
    "if (false) return",
    "tests/payments/nmi/nmi-records.test.ts",
  ),
  service(
    "gateway",
    "all exchanges of a call end by one deadline",
    "Math.max(1, end - performance.now())",
    "deadlineMs",
    "tests/payments/nmi/nmi-faults.test.ts",
  ),
  inFile(`${folder}/results.ts`, "tests/payments/nmi/nmi-verdicts.test.ts")(
    "gateway",
    "an approval without a transaction is none",
    `if (is === "approved" && ref === "")`,
    "if (false)",
  ),
  back("gateway", "a refund is not sent twice under one reference", "if (made) return takenBack", "if (false) return takenBack"),
  back(
    "gateway",
    "no more is refunded than is left",
    "if (amountCents > record.capturedCents - record.refundedCents)",
    "if (false)",
  ),
  back("gateway", "a part is not voided", "amountCents === record.capturedCents ?", "true ?"),
  records(
    "gateway",
    "actions that contradict the condition prove nothing",
    `(standing === "declined") !== (heldCents === 0)`,
    "false",
  ),
  records(
    "gateway",
    "a voided refund is none",
    `refundState(refund) === "refunded" ? sumOf(refund, returning) : 0`,
    "sumOf(refund, returning)",
  ),
  inFile(`${folder}/list.ts`, "tests/payments/nmi/nmi-records.test.ts")(
    "gateway",
    "a list is complete up to a payment that is undecided",
    "now - lateMs, ...waiting",
    "now - lateMs",
  ),
  inFile(`${folder}/webhook.ts`, "tests/payments/nmi/nmi-webhook.test.ts")(
    "gateway",
    "a webhook is signed by NMI",
    `timingSafeEqual(expected, Buffer.from(signature, "hex")) ?`,
    "true ?",
  ),
  inFile("server/payments/gateways/xml.ts", "tests/payments/gateways-xml.test.ts")(
    "gateway",
    "a document's entities are not read",
    `parser.on("doctype", () => parser.fail("a DOCTYPE is not read"));`,
    "",
  ),
];
