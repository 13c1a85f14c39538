import type { FieldError } from "../../outcome.ts";

/** The most characters of a shopper's reason, and of the shop's answer. */
export const longestReason = 500;
export const longestAnswer = 1000;

/**
 * The most return requests of one order. Each sends one email to the owner and one to the shopper.
 */
export const mostRequests = 20;

const dayMs = 86_400_000;

/**
 * The time (ms) until which a return can be requested; `sentAt` is when the latest parcel went out.
 */
export const returnsEnd = (sentAt: number, days: number): number => sentAt + days * dayMs;

/**
 * Counts of a line's units. `kept`: not taken out of the order. `unreturned`: sent, and not
 * announced as a return. `returned`: came back and were handled. `unrefunded`: neither taken out
 * nor refunded.
 */
type Units = { kept: number; unreturned: number; returned: number; unrefunded: { units: number } };

/**
 * How many units of a line can still be requested. Units that were announced, declined, or refunded
 * without coming back are left out.
 */
export function returnableUnits({ kept, unreturned, returned, unrefunded }: Units, declinedUnits: number): number {
  const refundedAlone = Math.max(0, kept - unrefunded.units - returned);
  return Math.max(0, unreturned - declinedUnits - refundedAlone);
}

type RequestStatus = "asked" | "accepted" | "declined";
type Row = { state: "asked" | "received" | "restocked" | "written_off" | "refunded" };

/** The status of a return request. Receiving its units accepts an undecided request. */
export const requestStatus = (decision: "accepted" | "declined" | null, rows: readonly Row[]): RequestStatus =>
  decision ?? (rows.every(({ state }) => state === "asked") ? "asked" : "accepted");

/**
 * The requested units and the reason, as one note of the order's history. The units take one line.
 */
export const requestNote = (units: string, reason: string): string => `${units.replace(/\s+/g, " ")}.\n${reason}`;
export const reasonIn = (note: string): string => (note.includes("\n") ? note.slice(note.indexOf("\n") + 1) : "");

/** Units as typed into fields named `line-ID`. */
export const typedUnits = (fields: Readonly<Record<string, unknown>>): { lineId: string; typed: string }[] =>
  Object.entries(fields).flatMap(([name, value]) => {
    const lineId = /^line-([\w-]{1,64})$/.exec(name)?.[1];
    return lineId === undefined ? [] : [{ lineId, typed: String(value).trim() }];
  });

/** A line whose units can come back, and how many. */
export type Returnable = { lineId: string; name: string; most: number };

/** The wanted units of each line, or the form's errors by field. */
export function readReturn(
  lines: readonly Returnable[],
  fields: readonly { lineId: string; typed: string }[],
  reason: string,
): { units: { lineId: string; quantity: number }[]; faults: FieldError[] } {
  const faults: FieldError[] = [];
  const units: { lineId: string; quantity: number }[] = [];
  for (const { lineId, typed: text } of fields) {
    if (text === "" || /^0+$/.test(text)) continue;
    const line = lines.find((each) => each.lineId === lineId);
    const fault = unitsFault(text, line?.name ?? "this", line?.most ?? 0);
    if (fault !== undefined) faults.push({ field: `line-${lineId}`, message: fault });
    else units.push({ lineId, quantity: Number(text) });
  }
  if (units.length === 0 && faults.length === 0) faults.push({ field: "lines", message: "Enter how many you’d like to return." });
  const words = reasonFault(reason);
  if (words !== undefined) faults.push({ field: "returnReason", message: words });
  return { units, faults };
}

function unitsFault(text: string, name: string, most: number): string | undefined {
  if (!/^\d{1,4}$/.test(text)) return "Enter a whole number, such as 1.";
  if (Number(text) <= most) return undefined;
  return most === 0 ? `You can’t return any more of ${name}.` : `You can return up to ${most} of ${name}.`;
}

function reasonFault(reason: string): string | undefined {
  if (reason === "") return "Please tell us why.";
  return reason.length > longestReason ? `Up to ${longestReason} characters fit; this has ${reason.length}.` : undefined;
}
