import type { Dates } from "../dates.ts";
import { trackingUrl } from "./rules/carriers.ts";
import type { OrderShipment } from "./shipments.ts";

/** The packages of an order in words; none where all of it went out at once, which the order itself says. */
export function shipmentDetails(shipments: readonly OrderShipment[], dates: Dates) {
  if (shipments.length < 2 && !shipments.some(({ isWhole }) => !isWhole)) return [];
  return shipments.map(({ at, carrier, tracking, lines }) => ({
    sent: dates.day(at),
    units: lines.map(({ quantity, name }) => `${quantity} × ${name}`).join("; "),
    ...(carrier && tracking && { carrier, tracking, href: trackingUrl({ carrier, tracking }) }),
  }));
}
