import type { Dates } from "../dates.ts";
import { trackingUrl } from "./rules/carriers.ts";
import type { OrderShipment } from "./shipments.ts";

/** The contents of a package, on one line. */
export const contentsText = ({ lines }: Pick<OrderShipment, "lines">): string =>
  lines.map(({ quantity, name }) => `${quantity} × ${name}`).join("; ");

/**
 * The packages of an order in words; empty if the order went out in one package, since the order
 * itself has these details.
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
