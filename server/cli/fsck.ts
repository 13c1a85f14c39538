import { failureOf } from "../db/failure.ts";
import {
  type Breach,
  findBreaches,
  findGatewayBreaches,
  findStuckMoney,
  mostBreaches,
  refusedRefundRule,
} from "../payments/invariants.ts";
import type { Command, CommandContext } from "./command.ts";
import { noGatewayText, silentGatewayText, withGateway } from "./gateway.ts";
import { keepMemorySmall } from "./memory.ts";

const help = `Usage: npm run store -- fsck

Checks that money, stock, and orders agree: every order was paid once and for its total, every unit is accounted for, the
ledger balances, no charge or refund was refused, has failed, or is overdue, no card number is stored anywhere, and the card gateway has the
same money as the shop. It changes nothing, and can run next to a running shop: payments in progress are left out.

Set the same variables as for the shop. Without PAYMENT_GATEWAY_URL the records of the shop's own test gateway are read, in
DATA_DIR.

Examples
  npm run store -- fsck
  DATABASE_URL=postgres://shop@db/shop npm run store -- fsck

Exit status: 0 everything agrees, 1 something does not, 2 wrong use, 3 a part could not be asked, whatever the others say.`;

/** A table with one line for each breach: the rule, its words, and the row that breaks it. */
export function tableOf(breaches: readonly Breach[]): string {
  const rows = breaches.map(({ invariant, about, row }) => [invariant, about, textOf(row)] as const);
  const width = Math.max(...rows.map(([, about]) => about.length));
  return rows.map(([invariant, about, row]) => `${invariant.padEnd(4)} ${about.padEnd(width)}  ${row}`).join("\n");
}

const textOf = (row: Record<string, unknown>) =>
  Object.entries(row)
    .map(([column, value]) => `${column}=${value}`)
    .join(" ");

type Part = (context: CommandContext) => Promise<Breach[] | string>;

/**
 * The parts of a check. Each returns its breaches, or a sentence that says why it could not run.
 * `afterPage` frees memory.
 */
const partsWith = (afterPage: () => void): readonly Part[] => [
  ({ db }) => findBreaches(db, afterPage),
  ({ db, now }) => findStuckMoney(db, now()),
  async (context) => {
    const { db, now, pause } = context;
    const gatewayAnswer = await withGateway(context, async (gateway) => ({
      breaches: await findGatewayBreaches(db, gateway, { now: now(), pause: () => pause(2000), afterPage }),
    }));
    return gatewayAnswer === undefined ? noGatewayText : (gatewayAnswer.breaches ?? silentGatewayText);
  },
];

/**
 * Runs a part of the check. If the database fails, the part could not run; any other error is a
 * defect.
 */
async function ask(part: Part, context: CommandContext): Promise<Breach[] | string> {
  try {
    return await part(context);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return `The database could not be asked: ${failure}.`;
  }
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  if (args.length > 0) {
    context.complain("fsck takes no arguments\nSee npm run store -- fsck --help");
    return 2;
  }
  const breaches: Breach[] = [];
  const unasked = new Set<string>();
  for (const part of partsWith(keepMemorySmall())) {
    const result = await ask(part, context);
    if (typeof result === "string") unasked.add(result);
    else breaches.push(...result);
  }
  if (breaches.length > 0)
    context.complain(`${tableOf(breaches)}\nEach line names a rule that does not hold, and the row that breaks it.`);
  if (breaches.length >= mostBreaches) context.complain(`Of each rule, no more than ${mostBreaches} rows are named.`);
  if (breaches.some(({ row }) => row.shop === "unknown"))
    context.complain("Of payments with shop=unknown only the gateway knows, as after a restore: run sweep to settle them.");
  if (breaches.some(({ row }) => /^(declined|not_found) /.test(String(row.shop))))
    context.complain(
      "Money of payments with shop=declined or shop=not_found is given back by itself within about an hour, or by sweep at once.",
    );
  if (breaches.some(({ about }) => about === refusedRefundRule))
    context.complain(
      "What the bank refuses can be paid in another way, such as by check, and recorded: refund ORDER --settle REFUND --note TEXT.",
    );
  for (const text of unasked) context.complain(text);
  if (unasked.size > 0) {
    context.complain(breaches.length > 0 ? "The rest was checked." : "The rest was checked, and agrees.");
    return 3;
  }
  if (breaches.length === 0) context.print("Everything agrees.");
  return breaches.length === 0 ? 0 : 1;
}

export const fsck: Command = { summary: "check that money, stock, and orders agree", help, existing: true, run };
