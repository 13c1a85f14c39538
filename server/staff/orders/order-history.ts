import type { Dates } from "../../dates.ts";
import { failedChecksKind } from "../../orders/rules/failed-checks.ts";
import { sentAgain } from "../../orders/rules/order-emails.ts";
import { eventWord, type InternalEventKind } from "../../orders/rules/words.ts";
import { type HistoryEntry, whoOf } from "../records/history-page.ts";

export type OrderEvent = { kind: string; note: string; actor: string | null; at: number };

/** Kinds of events whose note is not shown: it is the id of an email. */
const hidden: ReadonlySet<string> = new Set(["confirmation mailed"]);

/** Words for events that shoppers do not see, or see in other words. */
const internalWords: Readonly<Record<InternalEventKind | "cancelation declined" | "address request declined", string>> = {
  "address request declined": "Request for another address declined",
  "cancelation declined": "Request to cancel declined: the order stays",
  "authorization lapsed": "Payment hold lapsed",
  "confirmation not mailed": "Confirmation not emailed",
  "refund requested": "Refund requested",
  "refund withdrawn": "Refund withdrawn",
  "refund declined": "Refund refused by the bank",
  "refund refused": "Refund refused by the card gateway",
  "refund waits": "Refund waits for the settlement",
  "charge declined": "Charge refused by the bank",
  "charge refused": "Charge refused by the card gateway",
  "payment disputed": "Payment disputed at the bank; nothing is booked",
  [failedChecksKind]: "Card checks failed",
  "put on hold": "Put on hold",
  "hold ended": "Hold ended",
  "return restocked": "Return restocked",
  "return written off": "Return written off",
  "taken on the phone": "Taken on the phone",
  "contact changed": "Phone or billing address changed",
  "tags changed": "Tags changed",
  note: "Note",
  [sentAgain]: "Email sent again",
};

/** An event in words for the staff. The words for shoppers would say “you”. */
export function staffWord({ kind, note }: Pick<OrderEvent, "kind" | "note">): string {
  const words: Readonly<Record<string, string>> = internalWords;
  return kind === "canceled" ? `Canceled ${note}`.trim() : (words[kind] ?? eventWord({ kind, note }) ?? kind);
}

/** The events of an order, the latest first. */
export const orderHistory = (events: readonly OrderEvent[], names: ReadonlyMap<string, string>, dates: Dates): HistoryEntry[] =>
  events.toReversed().map(({ at, kind, note, actor }) => {
    const words = staffWord({ kind, note });
    return {
      at: dates.moment(at),
      who: whoOf(actor, names),
      what: words,
      note: hidden.has(kind) || words.includes(note) ? "" : note,
      changes: [],
    };
  });
