import { statements } from "../../../server/payments/invariants/statements.ts";
import { inFile, type Mutation } from "../mutation.ts";

const damage = "tests/payments/invariants.test.ts";
const statementOf = inFile("server/payments/invariants/statements.ts", damage);
const checks = inFile("server/payments/invariants.ts", damage);
const command = "tests/cli/fsck.test.ts";
const compare = inFile("server/payments/invariants/compare-gateway.ts", damage);
const records = inFile("server/payments/invariants/gateway-transactions.ts", damage);

/**
 * The guards of what `fsck` reports. To remove a rule of `statements`, the mutation gives it
 * another name, so the test must miss exactly this rule.
 */
export const fsckGuards: readonly Mutation[] = [
  ...statements.map(({ name, about }) =>
    statementOf(name, `fsck: ${about}`, `name: "${name}",\n    about: "${about}"`, `name: "none",\n    about: "nothing"`),
  ),
  statementOf(
    "I8",
    "fsck: a refund under way is no breach",
    `WHERE a.state = 'refunding'
        AND NOT EXISTS (SELECT 1 FROM order_refund r WHERE r.order_id = o.id AND r.state = 'requested')`,
    "WHERE a.state = 'refunding'",
  ),
  statementOf(
    "I8",
    "fsck: a refund that is over leaves no payment behind",
    `WHERE a.state = 'refunding'
        AND NOT EXISTS (SELECT 1 FROM order_refund r WHERE r.order_id = o.id AND r.state = 'requested')`,
    `WHERE a.state = 'refunding'
        AND NOT EXISTS (SELECT 1 FROM order_refund r WHERE r.order_id = o.id)`,
  ),
  checks("I10", "fsck: an order's lines equal its snapshot", "if (!matchesSnapshot(", "if (false && !matchesSnapshot("),
  checks("I13", "fsck: a gift was earned", "if (!earnsItsGift(snapshot))", "if (false)"),
  checks(
    "I15",
    "fsck: no text looks like a card",
    ".filter(({ text }) => looksLikeCard(text))",
    ".filter(({ text }) => looksLikeCard(text) && !text)",
  ),
  records("I6", "fsck: the gateway holds nothing unknown", "return isOurs && !isLeft && holdsMoney(transaction)", "return false"),
  records(
    "I6",
    "fsck: another's payment is no breach",
    "shopId !== undefined && carriesId(transaction.key, shopId)",
    "true",
    command,
  ),
  records(
    "I6",
    "fsck: a second authorization holds nothing",
    "return !isLeft && holdsMoney(transaction) ? differs",
    "return false ? differs",
    command,
  ),
  records("I6", "fsck: states are compared", "    expectedStates.includes(transaction.state) && (", "    ("),
  records("I6", "fsck: amounts are compared", "|| transaction.amountCents === attempt.amount)", "|| transaction !== undefined)"),
  compare("I6", "fsck: an order's money is at the gateway", "!matched.has(id)", "!id"),
  compare(
    "I6",
    "fsck: a silent gateway is no agreement",
    `if (listing.status !== "listed") return undefined;`,
    `if (listing.status !== "listed") return [];`,
  ),
  checks("I6", "fsck: what moves meanwhile is no breach", "before.has(key))", "true || before.has(key))", command),
  inFile("server/cli/fsck.ts", command)("I6", "fsck: a part unasked has its own status", "return 3;", "return 0;"),
  checks(
    "K11",
    "fsck: a failed or overdue charge is named",
    "    ...others.map(",
    "    ...others.slice(others.length).map(",
    command,
  ),
  inFile("server/payments/queries/audit.ts", command)(
    "I15",
    "fsck: every page of texts is read",
    "if (rows.length < pageLength) break;",
    "break;",
  ),
];
