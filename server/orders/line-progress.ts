import { fullName } from "../catalog/rules/product.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { findEdits, findRefundLines, findReturns } from "./queries/after-sale.ts";
import { findReaddressLines } from "./queries/readdress.ts";
import { findShipmentLines } from "./queries/shipments.ts";
import { findOrderLines, findOrderRow } from "./queries.ts";
import { type LineShare, lineLeft } from "./rules/line-shares.ts";

/** Some units of a line; all units left if `quantity` is absent. */
export type LineUnits = { lineId: string; quantity?: number | undefined };

/** An order's line and the units that shipped, were refunded or came back since the sale. */
export type LineProgress = {
  line: Row<"order_line">;
  name: string;
  /** units that were not taken out by an edit */
  kept: number;
  /** units that went out in a recorded shipment */
  shipped: number;
  /** units that went out, including those sent before shipments were recorded */
  sent: number;
  /** the share neither taken out nor refunded, with the tax of the state that the order goes to */
  unrefunded: LineShare;
  /** units that were sent, and not announced as a return */
  unreturned: number;
  /** units announced as a return and not yet received */
  awaited: number;
  /** units received, but not yet restocked or written off */
  received: number;
  /** units that came back and were restocked or written off */
  returned: number;
};

type LineShareRow = { line_id: string; quantity: number; net: number; tax: number };

const shareOfRow = ({ quantity: units, net, tax }: Omit<LineShareRow, "line_id">): LineShare => ({ units, net, tax });

/** The progress of each line, by position. The progress stays valid while the order is locked. */
export async function readLineProgress(reader: Db | Tx, orderId: string): Promise<LineProgress[]> {
  const edits: LineShareRow[] = await findEdits(reader, orderId);
  const refunds: LineShareRow[] = await findRefundLines(reader, orderId);
  const cheaper = (await findReaddressLines(reader, orderId)).map((row): LineShareRow => ({ ...row, quantity: 0, net: 0 }));
  const returns = await findReturns(reader, orderId);
  const lines = await findOrderLines(reader, orderId);
  const shipments = await findShipmentLines(reader, orderId);
  const hasShipped = (await findOrderRow(reader, orderId))?.state === "fulfilled";
  return lines.map((line) => {
    const ofLine = <Each extends { line_id: string }>(rows: readonly Each[]) => rows.filter(({ line_id }) => line_id === line.id);
    const kept = line.quantity - unitsOf(ofLine(edits));
    const shipped = unitsOf(ofLine(shipments));
    const sent = hasShipped ? kept : shipped;
    const back = ofLine(returns);
    const inState = (...states: Row<"order_return">["state"][]) => unitsOf(back.filter(({ state }) => states.includes(state)));
    return {
      line,
      name: fullName(line.product_name, line.variant_name),
      kept,
      shipped,
      sent,
      unrefunded: lineLeft(shareOfRow(line), ofLine([...edits, ...refunds, ...cheaper]).map(shareOfRow)),
      unreturned: sent - unitsOf(back),
      awaited: inState("asked"),
      received: inState("received"),
      returned: inState("restocked", "written_off", "refunded"),
    };
  });
}

/**
 * Units of a placed order's line that are still to be shipped. Refunded units are not shipped, even
 * if they were not taken out.
 */
export const toShip = ({ kept, shipped, unrefunded }: LineProgress): number => Math.min(kept - shipped, unrefunded.units);

/** Whether a placed, unshipped order has nothing to ship. A gift does not ship alone. */
export const isNothingToSend = (lineProgress: readonly LineProgress[]): boolean =>
  lineProgress.every((progress) => progress.line.gift === 1 || toShip(progress) === 0);

const unitsOf = (rows: readonly { quantity: number }[]): number => rows.reduce((sum, { quantity }) => sum + quantity, 0);

/** Chosen units of a line, no more than are `available`. */
export type ChosenUnits = { progress: LineProgress; units: number };

type TooManyWords = (progress: LineProgress, chosen: { units: number; most: number }) => string;

/**
 * Finds the wanted lines and the number of units of each. Refuses an unknown line, a line named
 * twice, and more units than are `available`. `purpose` is the end of the refusal's sentence, such
 * as “left to refund”, or a function that writes the whole sentence.
 */
export function chooseUnits(
  lineProgress: readonly LineProgress[],
  lineUnits: readonly LineUnits[],
  available: (progress: LineProgress) => number,
  purpose: string | TooManyWords,
): Outcome<ChosenUnits[]> {
  const chosen: ChosenUnits[] = [];
  for (const { lineId, quantity } of lineUnits) {
    const progress = lineProgress.find(({ line }) => line.id === lineId);
    if (!progress) return refuse("not_found", `The order has no line ${lineId}.`);
    if (chosen.some(({ progress: other }) => other === progress)) return refuse("invalid", `Line ${lineId} is named twice.`);
    const most = available(progress);
    const units = quantity ?? most;
    if (units < 1 || units > most) {
      const words = typeof purpose === "string" ? tooMany(progress.name, most, purpose) : purpose(progress, { units, most });
      return refuse("exceeds_order", words);
    }
    chosen.push({ progress, units });
  }
  return ok(chosen);
}

function tooMany(name: string, most: number, purpose: string): string {
  if (most === 0) return `Nothing of “${name}” is ${purpose}.`;
  return `Only ${most} of “${name}” ${most === 1 ? "is" : "are"} ${purpose}.`;
}
