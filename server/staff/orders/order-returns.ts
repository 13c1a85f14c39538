import type { AfterSale } from "../../orders/after-sale.ts";
import type { LineProgress } from "../../orders/line-progress.ts";
import { unitsAsked } from "../../orders/return-requests.ts";
import { longestAnswer } from "../../orders/rules/return-request.ts";
import type { Refusal } from "../../outcome.ts";

type ReturnFormState = { typed?: Record<string, unknown>; refusal?: Refusal | undefined };

/**
 * Units of a line by the state of their return; `awaited` are returns that the staff accepted or
 * announced.
 */
export function returnedUnits({ line, awaited, received, returned }: LineProgress, { requests }: AfterSale) {
  const requested = unitsAsked(requests, line.id, "asked");
  return { requested, awaited: awaited - requested, received, returned };
}

type ReturnedUnits = ReturnType<typeof returnedUnits>;

/** Words for each count that is not zero, such as `1 awaited`. */
export const countedWords = (counts: readonly (readonly [units: number, words: string])[]): string[] =>
  counts.filter(([units]) => units > 0).map(([units, words]) => `${units} ${words}`);

/** The units of a line that are on their way back, or have arrived and wait for a decision. */
export const comingBack = ({ awaited, received }: ReturnedUnits): string =>
  countedWords([
    [awaited, "awaited"],
    [received, "received"],
  ]).join(", ");

/** All returned units of a line in words, including undecided and finished returns. */
export const returnWords = ({ requested, awaited, received, returned }: ReturnedUnits): string[] =>
  countedWords([
    [requested, "asked to return"],
    [awaited, "to be returned"],
    [received, "received back"],
    [returned, "returned"],
  ]);

/** Returns that are on their way back or have arrived; undefined if there are none. */
export function openReturnsOf(afterSale: AfterSale) {
  const units = afterSale.lines.map((progress) => returnedUnits(progress, afterSale));
  const isAwaited = units.some(({ awaited }) => awaited > 0);
  const isReceived = units.some(({ received }) => received > 0);
  if (!isAwaited && !isReceived) return undefined;
  return {
    heading: isReceived ? "A return was received" : "A return is awaited",
    about: isReceived
      ? "Decide whether what was received goes back into stock; its price and tax are refunded then."
      : "When it has come, decide whether it goes back into stock; its price and tax are refunded then.",
    more: afterSale.lines.some(({ unreturned }) => unreturned > 0),
    accepted: afterSale.requests
      .filter(({ status, units: rows }) => status === "accepted" && rows.some(({ state }) => isOpen(state)))
      .map(({ reason, answer }) => ({ reason, answer })),
  };
}

const isOpen = (state: string): boolean => state === "asked" || state === "received";

/**
 * The shopper's open request for a return. There is at most one: a shopper can send the next
 * request only after the shop's answer.
 */
export function returnRequestOf({ requests }: AfterSale, { typed, refusal }: ReturnFormState) {
  const request = requests.find(({ status }) => status === "asked");
  return (
    request && {
      n: request.n,
      reason: request.reason || "none given",
      lines: request.lines.map(({ name, units }) => `${units} × ${name}`),
      answer: {
        name: "answer",
        label: "Your words to the shopper",
        hint: "Where to send it and how, or why you decline. They go out by email and stand on the order’s page.",
        value: typeof typed?.answer === "string" ? typed.answer : "",
        error: refusal?.errors?.find(({ field }) => field === "answer")?.message,
        maxlength: String(longestAnswer),
      },
    }
  );
}
