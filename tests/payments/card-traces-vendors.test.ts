import { describe, expect, onTestFinished, test } from "vitest";
import type { GatewaySettings } from "../../server/config.ts";
import { openShop } from "../support/shop.ts";
import { startEmulator } from "./authorize-net/emulator.ts";
import { canary, hasTrace, textsBelow } from "./canary.ts";
import { NmiEmulator } from "./nmi/emulator.ts";
import { shopperAt } from "./shopper.ts";

/** A gateway whose requests can be read, and whose next answer can be cut off. */
type Vendor = { settings: GatewaySettings; cutNext: () => void; received: () => string };

const vendors: [string, () => Promise<Vendor>][] = [
  [
    "Authorize.Net",
    async () => {
      const emulator = await startEmulator();
      onTestFinished(emulator.close);
      const { url, login, secret } = emulator;
      return {
        settings: { adapter: "authorize-net", url, login, secret },
        cutNext: () => emulator.fail("authOnlyTransaction", "cut_after"),
        received: () => JSON.stringify(emulator.requests),
      };
    },
  ],
  [
    "NMI",
    async () => {
      const emulator = await new NmiEmulator().start();
      onTestFinished(() => emulator.stop());
      return {
        settings: { adapter: "nmi", url: emulator.url, secret: emulator.securityKey },
        cutNext: () => emulator.spoil("auth", "cut_after"),
        received: () => JSON.stringify(emulator.calls),
      };
    },
  ],
];

describe.each(vendors)("of a card that was sent to %s", (_name, openVendor) => {
  test("nothing stays in a file, in the log or in an answer, also if the gateway's answer was lost", async () => {
    const { settings, cutNext, received } = await openVendor();
    const shop = await openShop({ gateway: settings, env: { LOG_LEVEL: "trace" } });
    const digits = canary();

    const answered = await (await shopperAt(shop)).pay(digits);
    cutNext();
    const lost = await (await shopperAt(shop)).pay(digits);
    await shop.runJobs();

    expect(hasTrace(received(), digits)).toBe(true);
    const places: [string, string][] = [
      ["log", shop.log.join("")],
      ["answers", answered.text + lost.text],
    ];
    for await (const { file, text } of textsBelow(shop.directory)) places.push([file, text]);
    expect(places.map(([file]) => file)).toEqual(expect.arrayContaining([`${shop.directory}/store.db`]));
    expect(places.filter(([, text]) => hasTrace(text, digits)).map(([file]) => file)).toEqual([]);
  });
});
