import type { Db, Tx } from "../db/tables.ts";
import { type Refusal, refuse } from "../outcome.ts";
import { findOrderEvents } from "./queries/events.ts";
import { isDecision } from "./rules/decision.ts";

const changed = refuse("changed", "This order has changed since the page was opened. Here it is as it stands now.");

/** The refusal of a step whose sum is no longer the one that was shown. */
export const sumChanged = refuse("changed", "The amount has changed since it was shown. Here is what it would be now.");

/**
 * The refusal of a step that was chosen on an older page, which had shown `seen` decisions: a second
 * press of one button is one of them. Under the order's lock; undefined where none was given.
 */
export async function refuseOutdated(reader: Db | Tx, orderId: string, seen: number | undefined): Promise<Refusal | undefined> {
  if (seen === undefined) return undefined;
  return (await findOrderEvents(reader, orderId)).filter(isDecision).length === seen ? undefined : changed;
}
