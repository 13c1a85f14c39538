import type { Dates } from "../../dates.ts";
import { type Cents, dollars } from "../../money.ts";
import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { type StateLabel, stateLabel } from "../../state-label.ts";
import type { VisibleOrder } from "../detail.ts";
import { closedWords, lastSentAt, returnableLines } from "../request-return.ts";
import { refundOfUnits } from "../return-refund.ts";
import type { ReturnRequest } from "../return-requests.ts";
import { sumOf } from "../rules/ledger.ts";
import { longestReason, returnsEnd } from "../rules/return-request.ts";

export type ReturnFormInput = {
  /** the anti-forgery token */
  token: string;
  /** the text typed into the form, and why it was refused */
  typed: Readonly<Record<string, unknown>>;
  refusal: Refusal | undefined;
  terms: { now: number; days: number };
};

export const returnRequested = "We received your request for a return. We’ll email you our decision.";

/** The state of a return. An accepted return has the state of its least advanced unit. */
function stateOf({ status, units }: ReturnRequest): StateLabel {
  if (status === "asked") return stateLabel("todo", "Requested");
  if (status === "declined") return stateLabel("waiting", "Declined");
  if (units.some(({ state }) => state === "asked")) return stateLabel("waiting", "Accepted");
  return stateLabel("done", units.every(({ state }) => state === "refunded") ? "Refunded" : "Received");
}

const outcomes: Readonly<Record<ReturnRequest["status"], string>> = {
  asked: "We’ll review your request and reply by email. Please don’t send anything back until then.",
  accepted: "",
  declined: "We couldn’t accept this return. These products can’t be requested again.",
};

type Unit = ReturnRequest["units"][number];
const unitWords: readonly [words: string, is: (unit: Unit) => boolean][] = [
  ["not received yet", ({ state }) => state === "asked"],
  ["received", ({ state }) => state === "received"],
  ["received, refund pending", ({ state, refund_key }) => isEnded(state) && refund_key !== null],
  ["returned, nothing to refund", ({ state, refund_key }) => isEnded(state) && refund_key === null],
  ["refunded", ({ state }) => state === "refunded"],
];
const isEnded = (state: Unit["state"]): boolean => state === "restocked" || state === "written_off";

/** Where the units of an accepted return are, such as `1 refunded, 1 not received yet`. */
function progressOf({ status, units }: ReturnRequest): string {
  if (status !== "accepted") return "";
  return unitWords
    .flatMap(([words, is]) => {
      const count = units.filter(is).reduce((sum, { quantity }) => sum + quantity, 0);
      return count > 0 ? [`${count} ${words}`] : [];
    })
    .join(", ");
}

const paragraphsOf = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

/**
 * Requested returns with their states. `isWhole` adds the shopper's reason and the shop's answer.
 * The page of a mailed link leaves them out, since the mail may be forwarded.
 */
export const returnRequests = (requests: readonly ReturnRequest[], dates: Dates, { isWhole }: { isWhole: boolean }) =>
  requests.map((request) => ({
    requested: dates.day(request.requestedAt),
    lines: request.lines.map(({ name, units }) => `${units} × ${name}`),
    state: stateOf(request),
    progress: progressOf(request),
    outcome: outcomes[request.status],
    reason: isWhole ? request.reason : "",
    answer: isWhole ? paragraphsOf(request.answer) : [],
  }));

type ReturnableLine = ReturnType<typeof returnableLines>[number];

/** The refund, in cents, if all these units were returned now. */
function refundOf(lines: readonly ReturnableLine[], { refundable }: VisibleOrder): Cents {
  const chosen = lines.map(({ progress, most }) => ({ progress, units: most }));
  return sumOf(refundOfUnits(chosen, refundable).parts);
}

/** How many units of a line can be returned, and their refund. */
function hintOf(line: ReturnableLine, visibleOrder: VisibleOrder): string {
  const refund = refundOf([line], visibleOrder);
  const units = `You can return ${line.most} of ${line.progress.line.quantity}.`;
  return `${units} ${refund > 0 ? `We’d refund up to ${dollars(refund)}.` : "There is nothing to refund."}`;
}

/** The amount refunded and when; empty if nothing is left to refund. */
function refundTerms(lines: readonly ReturnableLine[], visibleOrder: VisibleOrder): string {
  const refund = refundOf(lines, visibleOrder);
  if (refund === 0) return "";
  const all = lines.length > 1 ? `For all of it, we’d refund up to ${dollars(refund)}. ` : "";
  return `${all}Once it has come back, we refund its price and tax. Shipping isn’t refunded.`;
}

function formOf(visibleOrder: VisibleOrder, dates: Dates, { token, typed, refusal, terms }: ReturnFormInput) {
  const { order, afterSale } = visibleOrder;
  const lines = returnableLines(afterSale);
  const sentAt = lastSentAt(order, afterSale);
  if (closedWords(order, afterSale, terms) !== undefined || sentAt === null || lines.length === 0) return undefined;
  const isSent = typed.returnReason !== undefined;
  const errorOf = (field: string) => refusal?.errors?.find((error) => error.field === field)?.message;
  return {
    token,
    orderId: order.id,
    seen: order.returnCount,
    until: dates.day(returnsEnd(sentAt, terms.days)),
    open: isSent,
    refund: refundTerms(lines, visibleOrder),
    lines: lines.map((line) => ({
      id: `line-${line.lineId}`,
      name: line.name,
      most: line.most,
      hint: hintOf(line, visibleOrder),
      value: isSent ? readText(typed[`line-${line.lineId}`]) : "0",
      error: errorOf(`line-${line.lineId}`),
    })),
    linesError: errorOf("lines"),
    reason: {
      id: "return-reason",
      value: readText(typed.returnReason),
      error: errorOf("returnReason"),
      maxlength: String(longestReason),
    },
  };
}

/** The values of views/orders/returns.hbs; undefined without past or possible requests. */
export function returnsPart(visibleOrder: VisibleOrder, dates: Dates, input: ReturnFormInput) {
  const requests = returnRequests(visibleOrder.afterSale.requests, dates, { isWhole: true });
  const form = formOf(visibleOrder, dates, input);
  const later = visibleOrder.order.isPartShipped && input.terms.days > 0;
  return requests.length > 0 || form || later ? { requests, form, later } : undefined;
}

/** Why the form was refused, unless a field of the page shows the reason. */
export function returnError(part: ReturnType<typeof returnsPart>, refusal: Refusal | undefined): string | undefined {
  if (!refusal) return undefined;
  if (!refusal.errors) return refusal.error;
  const lineFields = new Set(part?.form?.lines.map(({ id }) => id));
  const orphan = refusal.errors.find(({ field }) => !part?.form || (field.startsWith("line-") && !lineFields.has(field)));
  return orphan?.message;
}
