import { ownerSource } from "../customers/security-events.ts";
import { erasePerson, findPerson, planErasure } from "../personal-data/erase.ts";
import { exportPerson } from "../personal-data/export.ts";
import type { SubjectRecords } from "../personal-data/queries/subject.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";

const help = `Usage: npm run store -- customer export EMAIL
       npm run store -- customer erase EMAIL [--confirm]

Gives or erases what is stored about the person with this email: the account, and orders and checkouts without one.

“export” prints one JSON document. Pictures are listed by their addresses.

“erase” says what it would do; with --confirm it does so at once, for good. The account is closed, and names, addresses, emails,
phones and card digits are emptied everywhere, emails in the outbox folder included. Orders keep their number, dates, products,
amounts, and the state that was taxed, for the books. It is refused while an order is neither shipped nor canceled, or while
its money is moving. Backups, the mail server and the card gateway have copies of their own (docs/privacy.md).

Examples
  npm run store -- customer export ann@example.com > ann.json
  npm run store -- customer erase ann@example.com
  npm run store -- customer erase ann@example.com --confirm

Exit status: 0 printed or erased, 1 nothing is stored or something is still open, 2 wrong use.`;

const count = (many: number, one: string) => `${many} ${one}${many === 1 ? "" : "s"}`;

function planText({ customerId, orders, checkoutIds }: SubjectRecords): string {
  const numbers = orders.map(({ number }) => number).join(", ");
  return [
    customerId === undefined
      ? "There is no account."
      : "The account is closed and emptied: profile, picture, addresses, favorites, devices, connected sign-ins, and its reviews’ author.",
    `${count(orders.length, "order")} ${orders.length === 1 ? "loses" : "lose"} names, addresses, email and card digits${numbers ? ` (${numbers})` : ""}; amounts, products, tax states and dates stay.`,
    `${count(checkoutIds.length, "checkout")} and their payments are emptied likewise; emails to this address in the outbox folder are deleted.`,
  ].join("\n");
}

async function exportData(email: string, { db, config, now, print, complain }: CommandContext): Promise<number> {
  const person = await findPerson(db, email);
  if (!person) {
    complain(`Nothing is stored about ${email}.`);
    return 1;
  }
  print(JSON.stringify(await exportPerson(db, person, { publicUrl: config.publicUrl ?? "", now: now() }), null, 2));
  return 0;
}

async function eraseData(email: string, confirmed: boolean, context: CommandContext): Promise<number> {
  const { db, config, now, print, complain } = context;
  const plan = await planErasure(db, email);
  if (!plan.ok) {
    complain(`Nothing is stored about ${email}.`);
    return 1;
  }
  const { subject, openMatters } = plan.value;
  if (openMatters.length > 0) {
    complain(["This cannot be erased yet:", ...openMatters].join("\n"));
    return 1;
  }
  print(planText(subject));
  if (!confirmed) {
    print("Nothing was changed. Add --confirm to erase it.");
    return 0;
  }
  const outcome = await erasePerson(db, config.dataDir, { typed: email, source: ownerSource(), now: now() });
  if (!outcome.ok) {
    complain(`Nothing was changed: ${outcome.error}`);
    return 1;
  }
  print("Erased.");
  return 0;
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const parsed = readArguments(args, { confirm: "flag" });
  const [action, email, ...others] = parsed.ok ? parsed.value.words : [];
  const isKnown = action === "export" || action === "erase";
  if (!parsed.ok || !isKnown || email === undefined || others.length > 0) {
    context.complain(
      `${parsed.ok ? "give an action and one email: customer export EMAIL" : parsed.error}\nSee npm run store -- customer --help`,
    );
    return 2;
  }
  const confirmed = parsed.value.options.confirm !== undefined;
  if (action === "export" && confirmed) {
    context.complain("export takes no --confirm\nSee npm run store -- customer --help");
    return 2;
  }
  return action === "export" ? await exportData(email, context) : await eraseData(email, confirmed, context);
}

export const customerCommand: Command = {
  summary: "export or erase what is stored about a person",
  help,
  existing: true,
  run,
};
