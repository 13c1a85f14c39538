import { describe, expect, test } from "vitest";
import { resetPath } from "../../server/identity/paths.ts";
import { lookupPath } from "../../server/orders/paths.ts";
import { engines, openShop } from "../support/shop.ts";

/** Each asks for an email to whomever a stranger names. */
const requests = [
  [resetPath, (email: string) => ({ email })],
  [lookupPath, (email: string) => ({ number: "1001", email })],
] as const;

describe.each(engines)("on %s a stranger who names one recipient after the other", (engine) => {
  test.each(requests)(
    "at %s is refused after 20 emails of a network in an hour, and its neighbors are not",
    async (path, body) => {
      const shop = await openShop({ engine, pays: false, env: { TRUST_PROXY: "1" } });
      const ask = async (address: string, recipient: string) => {
        const stranger = shop.browser();
        stranger.headers = { "x-forwarded-for": address };
        return await stranger.post(path, body(recipient));
      };
      for (let count = 0; count < 20; count += 1)
        expect((await ask(`2001:db8:1:2::${count.toString(16)}`, `person${count}@example.com`)).status).toBe(200);

      const refused = await ask("[2001:db8:1:2:ffff::1]:4711", "person20@example.com");

      expect([refused.status, refused.body]).toEqual([429, { error: expect.any(String), code: "too_many_tries" }]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await ask("2001:db8:1:3::1", "person21@example.com")).status).toBe(200);
      shop.pass(3_600_001);
      expect((await ask("2001:db8:1:2::1", "person20@example.com")).status).toBe(200);
    },
  );
});
