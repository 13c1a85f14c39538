import { openGateway } from "../payments/gateways/open.ts";
import { type Breach, findBreaches, findGatewayBreaches } from "../payments/invariants.ts";
import type { Command, CommandContext } from "./command.ts";

const help = `Usage: npm run store -- fsck

Checks that money, stock, and orders agree: every order was paid once and for its total, every unit is accounted for, the
ledger balances, and no card number is stored anywhere. With PAYMENT_GATEWAY_URL and PAYMENT_GATEWAY_SECRET set, it also
compares the gateway's records. It changes nothing. A payment in progress may show up for a moment: run the check again.

Examples
  npm run store -- fsck
  DATABASE_URL=postgres://shop@db/shop npm run store -- fsck

Exit status: 0 everything agrees, 1 something does not, 2 wrong use.`;

/** One line per breach: the rule, its words, and the row that breaks it. */
export function tableOf(breaches: readonly Breach[]): string {
  const rows = breaches.map(({ invariant, about, row }) => [invariant, about, textOf(row)] as const);
  const width = Math.max(...rows.map(([, about]) => about.length));
  return rows.map(([invariant, about, row]) => `${invariant.padEnd(4)} ${about.padEnd(width)}  ${row}`).join("\n");
}

const textOf = (row: Record<string, unknown>) =>
  Object.entries(row)
    .map(([column, value]) => `${column}=${value}`)
    .join(" ");

async function atTheGateway({ config, db, print }: CommandContext): Promise<Breach[]> {
  if (!config.gateway) {
    print("The gateway's records were not compared: set PAYMENT_GATEWAY_URL and PAYMENT_GATEWAY_SECRET.");
    return [];
  }
  const breaches = await findGatewayBreaches(db, openGateway(config.gateway));
  if (!breaches) print("The gateway's records were not compared: the gateway did not respond.");
  return breaches ?? [];
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  if (args.length > 0) {
    context.complain("fsck takes no arguments\nSee npm run store -- fsck --help");
    return 2;
  }
  const breaches = [...(await findBreaches(context.db)), ...(await atTheGateway(context))];
  if (breaches.length === 0) {
    context.print("Everything agrees.");
    return 0;
  }
  context.complain(tableOf(breaches));
  return 1;
}

export const fsck: Command = { summary: "check that money, stock, and orders agree", help, run };
