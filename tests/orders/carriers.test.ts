import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shipmentOf, trackingUrl } from "../../server/orders/rules/carriers.ts";
import { often } from "../support/long-form.ts";

describe("a shipment", () => {
  test("of a known carrier has its name and its tracking page, however the owner writes it", () => {
    for (const [written, name, page] of [
      ["ups", "UPS", "https://www.ups.com/track?tracknum=1Z999"],
      [" U.S.P.S. ", "USPS", "https://tools.usps.com/go/TrackConfirmAction?tLabels=1Z999"],
      ["Fed Ex", "FedEx", "https://www.fedex.com/fedextrack/?trknbr=1Z999"],
      ["dhl", "DHL", "https://www.dhl.com/us-en/home/tracking.html?tracking-id=1Z999"],
      ["canada post", "Canada Post", "https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=1Z999"],
    ] as const) {
      const shipment = shipmentOf(written, " 1Z  999 ");
      expect(shipment).toEqual({ ok: true, value: { carrier: name, tracking: "1Z 999" } });
      expect(shipment.ok && trackingUrl(shipment.value)).toBe(page);
    }
  });

  test("of any other carrier keeps its name and has no link", () => {
    for (const carrier of ["Blue Van Courier", "constructor", "ups next door"]) {
      expect(shipmentOf(carrier, "A-1")).toEqual({ ok: true, value: { carrier, tracking: "A-1" } });
      expect(trackingUrl({ carrier, tracking: "A-1" })).toBeUndefined();
    }
  });

  test("with signs that belong to no name or number is refused", () => {
    for (const [carrier, tracking] of [
      ["", "1"],
      ["UPS", ""],
      ["UPS", "<b>"],
      ["UPS", "1/../2"],
      ["<b>", "1"],
      ["UPS\u001b[31m", "1"],
      ["x".repeat(41), "1"],
      ["UPS", "1".repeat(61)],
      ["UPS", "-1"],
    ] as const)
      expect([carrier, tracking, shipmentOf(carrier, tracking).ok]).toEqual([carrier, tracking, false]);
  });

  test("links nowhere but to its carrier, whatever was stored as its number", () => {
    const origins = ["https://www.ups.com", "https://tools.usps.com", "https://www.fedex.com", "https://www.dhl.com"];
    fc.assert(
      fc.property(fc.constantFrom("UPS", "USPS", "FedEx", "DHL"), fc.string({ unit: "grapheme" }), (carrier, tracking) => {
        fc.pre(tracking.isWellFormed());
        const url = trackingUrl({ carrier, tracking }) ?? "";
        expect(origins).toContain(new URL(url).origin);
        expect(url).not.toMatch(/[\s"<>]/);
      }),
      { numRuns: often(200, 5000) },
    );
  });
});
