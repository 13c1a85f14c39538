import type { Order } from "../../orders/find.ts";
import type { shipmentDetails } from "../../orders/shipment-details.ts";
import { readText } from "../../read-text.ts";

/** The shipped packages, each with its carrier; `typed` are the values of a refused form. */
export function packagesOf(
  { state, shipment }: Order,
  details: ReturnType<typeof shipmentDetails>,
  typed: Record<string, unknown> | undefined,
) {
  if (state === "canceled") return [];
  const whole = { n: 0, heading: "", carrier: shipment?.carrier, tracking: shipment?.tracking };
  const parts = details.map(({ n, sent, units, ...rest }) => ({ n, heading: `Shipped ${sent.text}: ${units}`, ...rest }));
  const packages = parts.length > 0 || state !== "fulfilled" ? parts : [whole];
  return packages.map(({ n, heading, ...sent }) => {
    const isTyped = typed !== undefined && (readText(typed.n) || "0") === String(n);
    return {
      n,
      heading,
      carrier: isTyped ? readText(typed.carrier) : (sent.carrier ?? ""),
      tracking: isTyped ? readText(typed.tracking) : (sent.tracking ?? ""),
      tells: !isTyped || typed.tells === "1",
    };
  });
}
