import { type Outcome, ok, refuse } from "../../outcome.ts";

/** The carrier of a parcel, and its tracking number. */
export type Shipment = { carrier: string; tracking: string };

type Carrier = { name: string; page: (tracking: string) => string };

/** The carriers whose tracking pages are known, by the letters of their names. */
const carriers: Readonly<Record<string, Carrier>> = {
  ups: { name: "UPS", page: (tracking) => `https://www.ups.com/track?tracknum=${tracking}` },
  usps: { name: "USPS", page: (tracking) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${tracking}` },
  fedex: { name: "FedEx", page: (tracking) => `https://www.fedex.com/fedextrack/?trknbr=${tracking}` },
  dhl: { name: "DHL", page: (tracking) => `https://www.dhl.com/us-en/home/tracking.html?tracking-id=${tracking}` },
  canadapost: {
    name: "Canada Post",
    page: (tracking) => `https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=${tracking}`,
  },
};

const carrierOf = (name: string): Carrier | undefined => {
  const letters = name.toLowerCase().replace(/[^a-z]/g, "");
  return Object.hasOwn(carriers, letters) ? carriers[letters] : undefined;
};

/**
 * Tidies a typed carrier and tracking number. A known carrier gets its own spelling. Outer spaces
 * are removed, and several spaces become one. The refusals are worded for the owner.
 */
export function shipmentOf(carrier: string, tracking: string): Outcome<Shipment> {
  const [name, number] = [carrier, tracking].map((text) => text.trim().replace(/\s+/g, " ")) as [string, string];
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .&'-]{0,39}$/u.test(name))
    return refuse("invalid", "the carrier must be a name of up to 40 characters, such as UPS");
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9 -]{0,58}[A-Za-z0-9])?$/.test(number))
    return refuse("invalid", "the tracking number must be up to 60 letters, digits, spaces, and hyphens");
  return ok({ carrier: carrierOf(name)?.name ?? name, tracking: number });
}

/** The tracking page of a shipment; undefined if the carrier's page is not known. */
export const trackingUrl = ({ carrier, tracking }: Shipment): string | undefined =>
  carrierOf(carrier)?.page(encodeURIComponent(tracking.replaceAll(" ", "")));
