import { statements } from "../../../server/payments/invariants/statements.ts";
import { inFile, type Mutation } from "../mutation.ts";

const damage = "tests/payments/invariants.test.ts";
const statementOf = inFile("server/payments/invariants/statements.ts", damage);
const checks = inFile("server/payments/invariants.ts", damage);
const records = inFile("server/payments/invariants/gateway-transactions.ts", damage);

/** What `fsck` says of the shop; each rule is told by another name, so that the right one is missed. */
export const fsckGuards: readonly Mutation[] = [
  ...statements.map(({ name, about }) =>
    statementOf(name, `fsck: ${about}`, `name: "${name}",\n    about: "${about}"`, `name: "none",\n    about: "nothing"`),
  ),
  checks("I10", "fsck: an order's lines equal its snapshot", "if (!matchesSnapshot(", "if (false && !matchesSnapshot("),
  checks("I13", "fsck: a gift was earned", "if (!earnsItsGift(snapshot))", "if (false)"),
  checks(
    "I15",
    "fsck: no text looks like a card",
    ".filter(({ text }) => looksLikeCard(text))",
    ".filter(({ text }) => looksLikeCard(text) && !text)",
  ),
  records("I6", "fsck: the gateway holds nothing unknown", "!known.has(found.key) && holdsMoney(found)", "false"),
  records(
    "I6",
    "fsck: an order's money is at the gateway",
    "return fits && (attempt.refusal",
    "return (fits || !found) && (attempt.refusal",
  ),
  records("I6", "fsck: amounts are compared", "|| found.amountCents === attempt.amount)", "|| found !== undefined)"),
];
