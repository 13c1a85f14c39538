import type { Db, Tx } from "../db/tables.ts";
import { type Refusal, refuse } from "../outcome.ts";
import { findOrderEvents } from "./queries/events.ts";
import { isDecision } from "./rules/decision.ts";

const orderChanged = refuse("changed", "This order has changed since the page was opened. Here it is as it stands now.");

/** Refuses a step whose sum differs from the one shown. */
export const sumChanged = refuse("changed", "The amount has changed since it was shown. Here is what it would be now.");

/**
 * Refuses a step from an outdated page, such as a button's second press. `seen` is how many
 * decisions the page had shown; undefined accepts any page. The caller holds the order's lock.
 */
export async function refuseOutdated(reader: Db | Tx, orderId: string, seen: number | undefined): Promise<Refusal | undefined> {
  if (seen === undefined) return undefined;
  return (await findOrderEvents(reader, orderId)).filter(isDecision).length === seen ? undefined : orderChanged;
}
