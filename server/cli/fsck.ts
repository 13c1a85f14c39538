import { openGateway } from "../payments/gateways/open.ts";
import { type Breach, findBreaches, findGatewayBreaches } from "../payments/invariants.ts";
import type { Command, CommandContext } from "./command.ts";

const help = `Usage: npm run store -- fsck

Checks that money, stock and orders agree: every order paid once and by what it cost, every unit accounted for, the books
balanced, no card number anywhere. With PAYMENT_GATEWAY_URL and PAYMENT_GATEWAY_SECRET it compares the gateway's own books, too.
It changes nothing. Payments that are under way just now may show for a moment: run it again.

Examples
  npm run store -- fsck
  DATABASE_URL=postgres://shop@db/shop npm run store -- fsck

Exit status: 0 all is in order, 1 something is not, 2 wrong use.`;

/** One line per breach: the rule, its words, and the row that breaks it. */
export function tableOf(breaches: readonly Breach[]): string {
  const rows = breaches.map(({ invariant, about, row }) => [invariant, about, shown(row)] as const);
  const width = Math.max(...rows.map(([, about]) => about.length));
  return rows.map(([invariant, about, row]) => `${invariant.padEnd(4)} ${about.padEnd(width)}  ${row}`).join("\n");
}

const shown = (row: Record<string, unknown>) =>
  Object.entries(row)
    .map(([column, value]) => `${column}=${value}`)
    .join(" ");

async function atTheGateway({ config, db, print }: CommandContext): Promise<Breach[]> {
  if (!config.gateway) {
    print("The gateway's books were not compared: set PAYMENT_GATEWAY_URL and PAYMENT_GATEWAY_SECRET.");
    return [];
  }
  const breaches = await findGatewayBreaches(db, openGateway(config.gateway));
  if (!breaches) print("The gateway's books were not compared: the gateway did not answer.");
  return breaches ?? [];
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  if (args.length > 0) {
    context.complain("fsck takes no arguments\nSee npm run store -- fsck --help");
    return 2;
  }
  const breaches = [...(await findBreaches(context.db)), ...(await atTheGateway(context))];
  if (breaches.length === 0) {
    context.print("All is in order.");
    return 0;
  }
  context.complain(tableOf(breaches));
  return 1;
}

export const fsck: Command = { summary: "check that money, stock and orders agree", help, run };
