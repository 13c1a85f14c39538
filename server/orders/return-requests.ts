import type { Db, Row, Tx } from "../db/tables.ts";
import type { LineProgress } from "./line-progress.ts";
import { findEventsOfKinds } from "./queries/events.ts";
import { findReturnRequestLines, findReturnRequests } from "./queries/return-requests.ts";
import { reasonIn, requestStatus } from "./rules/return-request.ts";

/** A return that a shopper asked for. */
export type ReturnRequest = {
  n: number;
  status: ReturnType<typeof requestStatus>;
  /** empty once the order's personal data was erased */
  reason: string;
  /** the shop's words to the shopper; empty before they are written */
  answer: string;
  lines: readonly { lineId: string; name: string; units: number }[];
  /** the units of the return with their states; empty if the return was declined */
  units: readonly Pick<Row<"order_return">, "line_id" | "quantity" | "state" | "refund_key">[];
  /** the ids of the history events of the request and of its decision */
  askedEvent: string;
  decidedEvent: string | null;
  requestedAt: number;
  /** null while undecided, or if units were received before a decision */
  decidedAt: number | null;
};

const kinds = ["return requested", "return accepted", "return declined"];

type ReturnHistory = { lines: readonly LineProgress[]; returns: readonly Row<"order_return">[] };

/** An order's return requests, oldest first; `history` has the order's lines and returned units. */
export async function returnRequestsOf(reader: Db | Tx, orderId: string, history: ReturnHistory): Promise<ReturnRequest[]> {
  const requests = await findReturnRequests(reader, orderId);
  if (requests.length === 0) return [];
  const lines = await findReturnRequestLines(reader, orderId);
  const events = await findEventsOfKinds(reader, orderId, kinds);
  const noteOf = (id: string | null) => events.find((event) => event.id === id)?.note ?? "";
  const nameOf = (lineId: string) => history.lines.find(({ line }) => line.id === lineId)?.name ?? "";
  return requests.map(({ n, asked_event, requested_at, decision, decided_event, decided_at }) => {
    const units = history.returns.filter((row) => row.n === n);
    return {
      n,
      status: requestStatus(decision, units),
      reason: reasonIn(noteOf(asked_event)),
      answer: noteOf(decided_event),
      lines: lines
        .filter((line) => line.n === n)
        .map(({ line_id: lineId, quantity }) => ({ lineId, name: nameOf(lineId), units: quantity })),
      units,
      askedEvent: asked_event,
      decidedEvent: decided_event,
      requestedAt: requested_at,
      decidedAt: decided_at,
    };
  });
}

/** The number of a line's units in return requests of one status. */
export const unitsAsked = (requests: readonly ReturnRequest[], lineId: string, status: ReturnRequest["status"]): number =>
  requests
    .filter((request) => request.status === status)
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => (line.lineId === lineId ? sum + line.units : sum), 0);
