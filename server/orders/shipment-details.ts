import type { Dates } from "../dates.ts";
import { trackingUrl } from "./rules/carriers.ts";
import type { OrderShipment } from "./shipments.ts";

/** The contents of a package, in a line. */
export const contentsText = ({ lines }: Pick<OrderShipment, "lines">): string =>
  lines.map(({ quantity, name }) => `${quantity} × ${name}`).join("; ");

/**
 * The packages of an order in words; empty if all of it went out at once, since the order itself
 * says so.
 */
export function shipmentDetails(shipments: readonly OrderShipment[], dates: Dates) {
  if (shipments.length < 2 && !shipments.some(({ isWhole }) => !isWhole)) return [];
  return shipments.map(({ n, at, carrier, tracking, lines }) => ({
    n,
    sent: dates.day(at),
    units: contentsText({ lines }),
    ...(carrier && tracking && { carrier, tracking, href: trackingUrl({ carrier, tracking }) }),
  }));
}
