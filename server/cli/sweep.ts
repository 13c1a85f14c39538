import { dollars } from "../money.ts";
import { allNumbersOf } from "../orders/list.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import type { Gateway } from "../payments/gateways/gateway.ts";
import { returnSubjectOf } from "../payments/sweep/adopt-orphan.ts";
import { openOrphans, orphanOf, remember } from "../payments/sweep/decide.ts";
import type { BookedRefund } from "../payments/sweep/gateway-refunds.ts";
import { orphanText } from "../payments/sweep/notice.ts";
import { type SweepOutcome, sweepNow } from "../payments/sweep/sweep.ts";
import { commandSource } from "../staff/audit.ts";
import { acceptForStaff, returnForStaff } from "../staff/payment-actions.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { noGatewayText, silentGatewayText, withGateway } from "./gateway.ts";
import { followJob, words } from "./order-number.ts";
import { printable } from "./printable.ts";

const help = `Usage: npm run store -- sweep [--accept [KEY] | --refund KEY]

Compares the card gateway's transactions of the last seven days (or since the last sweep) with the shop's, as the running shop
does every hour. Money of a payment that ended here without an order is voided or refunded. Refunds made at the gateway's own
dashboard are booked. Prints each payment at the gateway that has no order here.

A payment that the shop does not know (from a till, or made after the backup that was restored) is reported once and left alone.
When payments made under the shop's own key are missing from the database, the database was restored or emptied: the shop then
returns no money by itself until you confirm this with --accept.

  --accept        leaves all that was reported as it is, no longer lists it, and lets the shop return money by itself again
  --accept KEY    the same of the payment with this key alone
  --refund KEY    voids or refunds the payment with this key, if it has no order here

You can run this next to a running shop, which moves the money. Otherwise the money moves when the shop next starts.

Examples
  npm run store -- sweep
  npm run store -- sweep --refund till-2027-03-11-0042

Exit status: 0 done and nothing left to decide, 1 refused or found something, 2 wrong use, 3 the gateway or the database could not
be asked.`;

/** `accept`: all is left as it is, or what has this key. */
type Options = { accept: { key: string | undefined } | undefined; refund: string | undefined };

function optionsOf(args: readonly string[]): Outcome<Options> {
  const read = readArguments(args, { accept: "flag", refund: "text" });
  if (!read.ok) return read;
  const { words, options } = read.value;
  const [accepts, refund] = [options.accept !== undefined, options.refund];
  if (words.length > (accepts ? 1 : 0) || (accepts && refund !== undefined))
    return refuse("invalid", "give nothing, --accept, --accept KEY, or --refund KEY");
  return ok({ accept: accepts ? { key: words[0] } : undefined, refund });
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const options = optionsOf(args);
  if (!options.ok) {
    context.complain(`${options.error}\nSee npm run store -- sweep --help`);
    return 2;
  }
  const { accept: accepted, refund: key } = options.value;
  if (accepted && !(await accept(context, accepted.key))) return 1;
  const status = await withGateway(context, (gateway) =>
    key === undefined ? sweepAndList(context, gateway) : refund(context, gateway, key),
  );
  if (status === undefined) context.complain(noGatewayText);
  return status ?? 3;
}

/** False where nothing with the key is there to be accepted. */
async function accept({ db, now, print, complain }: CommandContext, key: string | undefined): Promise<boolean> {
  const accepted = await acceptForStaff(db, commandSource(), now(), key);
  if (!accepted.ok) {
    complain(`No payment with the key ${key} was reported.`);
    return false;
  }
  const { length } = accepted.value;
  print(length === 0 ? "There was nothing to accept." : `Accepted: ${length}. These payments stay as they are.`);
  return true;
}

/** Names the order of each refund. */
async function printBooked({ db, print }: CommandContext, refunds: readonly BookedRefund[]): Promise<void> {
  if (refunds.length === 0) return;
  print(`Refunds made at the gateway and booked now: ${refunds.length}.`);
  const numbers = await allNumbersOf(
    db,
    refunds.map(({ orderId }) => orderId),
  );
  for (const { orderId, amount, key } of refunds)
    print(`Order ${numbers.get(orderId)}: ${dollars(amount)}, key ${printable(key)}.`);
}

/** How often another process's sweep is waited for, and how long each time, in ms. */
const maxWaits = 10;
const between = 1000;

async function sweepAndList(context: CommandContext, gateway: Gateway): Promise<number> {
  const { db, now, print, complain, pause } = context;
  let outcome: SweepOutcome = await sweepNow({ db, now, gateway });
  for (let waits = 0; outcome.status === "busy" && waits < maxWaits; waits++) {
    await pause(between);
    outcome = await sweepNow({ db, now, gateway });
  }
  if (outcome.status !== "swept") {
    complain(
      outcome.status === "unasked" ? silentGatewayText : "Another process is sweeping, or has just tried: try again later.",
    );
    return 3;
  }
  await printBooked(context, outcome.refundsBooked);
  const open = await openOrphans(db);
  for (const orphan of open) print(orphanText(orphan));
  if (outcome.suspended)
    complain("The database seems to have been restored: the shop returns no money by itself until you run sweep --accept.");
  const { undecided } = outcome;
  if (undecided > 0) print(`In progress, or ended less than a minute ago: ${undecided}. Run sweep again in a minute.`);
  const every = undecided > 0 ? "Every other payment" : "Every payment";
  if (open.length === 0) print(`${every} at the gateway has its order here, or was accepted or given back.`);
  return open.length === 0 ? 0 : 1;
}

/** What the gateway has under the key may be older than the sweeps that reported it. */
async function refund(context: CommandContext, gateway: Gateway, key: string): Promise<number> {
  const { db, now, complain } = context;
  let returned = await returnForStaff(db, key, commandSource(), now());
  if (!returned.ok && returned.code === "not_found") {
    const remembered = await remember(db, gateway, key, now());
    if (remembered === undefined) {
      complain(silentGatewayText);
      return 3;
    }
    if (remembered) returned = await returnForStaff(db, key, commandSource(), now());
  }
  if (!returned.ok) {
    complain(returned.code === "not_found" ? `The gateway has no money under the key ${key}.` : `${key}: ${returned.error}`);
    return 1;
  }
  for (const { ref } of returned.value) await printReturn(context, ref);
  return 0;
}

/** Prints what became of it, as far as a running shop does it within a moment. */
async function printReturn(context: CommandContext, ref: string): Promise<void> {
  const { db, print } = context;
  const status = await followJob(context, { kind: "void", subject: returnSubjectOf(ref) });
  if (status !== undefined && status !== "done") return print(`The payment: ${words[status]}.`);
  const orphan = await orphanOf(db, ref);
  if (orphan)
    print(`${dollars(orphan.amount)} ${orphan.state === "refunded" ? "was refunded to the card" : "on the card was released"}.`);
}

export const sweepCommand: Command = {
  summary: "compare the card gateway's payments with the shop's",
  help,
  existing: true,
  run,
};
