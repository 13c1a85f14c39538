import { dollars } from "../money.ts";
import { allNumbersOf } from "../orders/list.ts";
import { asksAgainWords, type MoneyRefusal, refuserWords } from "../orders/rules/refused-money.ts";
import { type Outcome, ok, type Refusal, refuse } from "../outcome.ts";
import type { Gateway } from "../payments/gateways/gateway.ts";
import { returnSubjectOf } from "../payments/sweep/adopt-orphan.ts";
import { type Orphan, openOrphans, orphanOf, remember } from "../payments/sweep/decide.ts";
import type { BookedRefund } from "../payments/sweep/gateway-refunds.ts";
import { refusedReturns } from "../payments/sweep/leave-refused.ts";
import { orphanText } from "../payments/sweep/notice.ts";
import { type SweepOutcome, sweepNow } from "../payments/sweep/sweep.ts";
import { acceptForStaff, leaveForStaff, returnForStaff } from "../staff/orders/payment-actions.ts";
import { commandSource } from "../staff/records/audit.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { noGatewayText, silentGatewayText, withGateway } from "./gateway.ts";
import { followJob, words } from "./order-number.ts";
import { printable } from "./printable.ts";

const help = `Usage: npm run store -- sweep [--accept [KEY] | --refund KEY]
       npm run store -- sweep --accept KEY --note TEXT

Compares the card gateway's transactions of the last seven days (or since the last sweep) with the shop's, as the running shop
does every hour. Money of a payment that ended here without an order is voided or refunded. Refunds made at the gateway's own
dashboard are booked. Prints each payment at the gateway that has no order here.

A payment that the shop does not know (from a till, or made after the backup that was restored) is reported once and left alone.
When payments made under the shop's own key are missing from the database, the database was restored or emptied: the shop then
returns no money by itself until you confirm this with --accept.

  --accept        leaves all that was reported as it is, no longer lists it, and lets the shop return money by itself again
  --accept KEY    the same of the payment with this key alone
  --refund KEY    voids or refunds the payment with this key, if it has no order here
  --note TEXT     with --accept KEY: how you handled it instead, such as “paid back in cash”. Ends a return that the bank refused
                  too, for good. The card gateway is asked first: what it has returned after all is booked instead

You can run this next to a running shop, which moves the money. Otherwise the money moves when the shop next starts.

Examples
  npm run store -- sweep
  npm run store -- sweep --refund till-2027-03-11-0042
  npm run store -- sweep --accept till-2027-03-11-0042 --note "paid back in cash"

Exit status: 0 done and nothing left to decide, 1 refused or found something, 2 wrong use, 3 the gateway or the database could not
be asked.`;

/**
 * `accept` without a key accepts all findings; with a key, it accepts only the finding with this
 * key. `note` says how that finding was handled. `refund` is the key of a payment whose money is
 * returned.
 */
type Options = { accept: { key: string | undefined } | undefined; note: string | undefined; refund: string | undefined };

function optionsOf(args: readonly string[]): Outcome<Options> {
  const parsed = readArguments(args, { accept: "flag", refund: "text", note: "text" });
  if (!parsed.ok) return parsed;
  const { words, options } = parsed.value;
  const accepts = options.accept !== undefined;
  const refund = options.refund;
  if (words.length > (accepts ? 1 : 0) || (accepts && refund !== undefined))
    return refuse("invalid", "give nothing, --accept, --accept KEY, or --refund KEY");
  const { note } = options;
  if (note !== undefined && !(accepts && words.length === 1)) return refuse("invalid", "--note belongs to --accept KEY");
  return ok({ accept: accepts ? { key: words[0] } : undefined, note, refund });
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const options = optionsOf(args);
  if (!options.ok) {
    context.complain(`${options.error}\nSee npm run store -- sweep --help`);
    return 2;
  }
  const { accept: accepted, note, refund: key } = options.value;
  if (accepted && note === undefined && !(await accept(context, accepted.key))) return 1;
  const status = await withGateway(context, async (gateway) => {
    const leaveStatus = accepted?.key === undefined || note === undefined ? 0 : await leave(context, gateway, accepted.key, note);
    if (leaveStatus !== 0) return leaveStatus;
    return key === undefined ? await sweepAndList(context, gateway) : await refund(context, gateway, key);
  });
  if (status === undefined) context.complain(noGatewayText);
  return status ?? 3;
}

/** Accepts findings; false if no finding has the given key. */
async function accept({ db, now, print, complain }: CommandContext, key: string | undefined): Promise<boolean> {
  const accepted = await acceptForStaff(db, commandSource(), now(), key);
  if (!accepted.ok) {
    complain(acceptRefusal(key, accepted));
    return false;
  }
  printAccepted(print, accepted.value.length);
  return true;
}

const acceptRefusal = (key: string | undefined, { code, error, errors }: Refusal): string =>
  code === "not_found" ? `No payment with the key ${key} was reported.` : `${key}: ${errors?.[0]?.message ?? error}`;

const printAccepted = (print: CommandContext["print"], count: number): void =>
  print(count === 0 ? "There was nothing to accept." : `Accepted: ${count}. These payments stay as they are.`);

/** Accepts a finding with a note that says how the finding was handled. Returns the exit status. */
async function leave(context: CommandContext, gateway: Gateway, key: string, note: string): Promise<number> {
  const { db, now, print, complain } = context;
  const outcome = await leaveForStaff({ db, gateway, now }, { key, note }, commandSource());
  if (!outcome.ok) {
    complain(acceptRefusal(key, outcome));
    return outcome.code === "unavailable" ? 3 : 1;
  }
  const { left, returned } = outcome.value;
  for (const { amount } of returned)
    print(
      `The card gateway has returned ${dollars(amount)} after all. That is booked${left.length > 0 ? "." : ", and nothing else was recorded."}`,
    );
  if (left.length > 0 || returned.length === 0) printAccepted(print, left.length);
  return 0;
}

/** Prints each booked refund with its order. */
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

/** The most waits for another process's sweep, and the length of each wait in ms. */
const maxWaits = 10;
const betweenMs = 1000;

async function sweepAndList(context: CommandContext, gateway: Gateway): Promise<number> {
  const { db, now, print, complain, pause } = context;
  let outcome: SweepOutcome = await sweepNow({ db, now, gateway });
  for (let waits = 0; outcome.status === "busy" && waits < maxWaits; waits++) {
    await pause(betweenMs);
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
  const refusals = await refusedReturns(db, open);
  for (const orphan of open) {
    print(orphanText(orphan));
    const refusal = refusals.get(orphan.ref);
    if (refusal) print(refusedText(orphan, refusal));
  }
  if (outcome.suspended)
    complain("The database seems to have been restored: the shop returns no money by itself until you run sweep --accept.");
  const { undecided } = outcome;
  if (undecided > 0) print(`In progress, or ended less than a minute ago: ${undecided}. Run sweep again in a minute.`);
  const every = undecided > 0 ? "Every other payment" : "Every payment";
  if (open.length === 0) print(`${every} at the gateway has its order here, or was accepted or given back.`);
  return open.length === 0 ? 0 : 1;
}

const refusedText = ({ key, reason }: Orphan, { by, code }: MoneyRefusal): string => {
  const refusalText = `The return was refused by ${refuserWords[by]} (${printable(code)}). ${asksAgainWords[by]}`;
  if (reason === "ended") return `${refusalText}.`;
  return `${refusalText}; if you give it back in another way, record that: sweep --accept ${printable(key)} --note "paid back in cash".`;
};

/**
 * Returns the money of the payment with this key to the shopper. If no sweep has reported the
 * payment, asks the gateway about it.
 */
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

/** Prints the state of a returned charge after a short wait for a running shop. */
async function printReturn(context: CommandContext, ref: string): Promise<void> {
  const { db, print } = context;
  const status = await followJob(context, { kind: "void", subject: returnSubjectOf(ref) });
  const orphan = await orphanOf(db, ref);
  const refusal = orphan && (await refusedReturns(db, [orphan])).get(ref);
  if (refusal) return print(refusedText(orphan, refusal));
  if (status !== undefined && status !== "done") return print(`The payment: ${words[status]}.`);
  if (orphan)
    print(`${dollars(orphan.amount)} ${orphan.state === "refunded" ? "was refunded to the card" : "on the card was released"}.`);
}

export const sweepCommand: Command = {
  summary: "compare the card gateway's payments with the shop's",
  help,
  existing: true,
  run,
};
