import { describe, expect, test } from "vitest";
import { openShop } from "../../support/shop.ts";
import { customerCalled } from "./people.ts";
import { nameOf, type Row } from "./row.ts";
import { ask } from "./send-request.ts";
import { table } from "./table.ts";

const rowsOf = (name: string): readonly Row[] => table.filter((row) => nameOf(row) === name);

type Refused = {
  of: string;
  /** the index of the row, if a route has two */
  at?: number;
  typed: Record<string, string>;
  status: number;
  /** the address that the page's form is sent to, if not this call */
  leads?: string;
  /** the typed text that the page may show again */
  kept?: string;
};

const book = "/storefront/api/customers/address";
/** Account actions whose form breaks a rule, or contains a wrong value. */
const refusals: readonly Refused[] = [
  { of: "POST /identity/signin/", typed: { email: "typed", password: "Typed-secret-1" }, status: 422, kept: "typed" },
  { of: "POST /identity/signin/", typed: { password: "Typed-secret-1" }, status: 401, kept: "mary@example.com" },
  { of: "POST /identity/signup/", typed: { first_name: "", email: "typed@example.com" }, status: 422, kept: "typed@example.com" },
  { of: "POST /identity/verify_token/", typed: { token: "none" }, status: 401, leads: "/identity/signin/" },
  { of: "POST /identity/reset/", typed: { email: "typed" }, status: 422, kept: "typed" },
  { of: "POST /identity/reset/", at: 1, typed: { newPassword: "short" }, status: 422 },
  { of: "POST /identity/reset/", at: 1, typed: { token: "none", newPassword: "Typed-secret-1" }, status: 409 },
  { of: "POST /identity/confirm/", typed: { token: "none" }, status: 409, leads: "", kept: "was already used" },
  { of: "POST /identity/undo/", typed: { newPassword: "short" }, status: 422 },
  { of: "POST /identity/password/", typed: { currentPassword: "Typed-secret-1" }, status: 422 },
  { of: "PUT /storefront/api/customers/:field", typed: { value: "call me" }, status: 422, kept: "call me" },
  { of: "PUT /storefront/api/customers/:field", at: 1, typed: { value: "typed" }, status: 422, kept: "typed" },
  { of: `POST ${book}`, typed: { city: "Typed City", zipCode: "" }, status: 422, kept: "Typed City" },
  { of: `PUT ${book}`, typed: { city: "Typed City", zipCode: "" }, status: 422, kept: "Typed City" },
  { of: "POST /storefront/api/customers/disable", typed: { confirmed: "" }, status: 422 },
  { of: "POST /storefront/orders/lookup/", typed: { number: "typed" }, status: 422, kept: "typed" },
  { of: "POST /storefront/orders/lookup/", at: 1, typed: { token: "none" }, status: 409 },
  { of: "POST /storefront/api/cancel-order", typed: { reason: "" }, status: 400 },
];

describe("with scripts off", () => {
  test("a form that is refused sees its page again, with what was typed and never a password", async () => {
    const shop = await openShop({ pays: false });
    const mary = await customerCalled(shop, "mary");
    for (const { of, at = 0, typed, status, kept, leads = of.split(/[ :]/)[1] } of refusals) {
      const row = rowsOf(of)[at] as Row;
      const { confirmed, ...more } = typed;
      const native: Row["native"] = (known) => ({ ...row.native?.(known), ...more });
      const answer = await ask({ ...row, native: confirmed === undefined ? native : () => ({}) }, "native", mary);
      const page = {
        is: answer.headers.get("content-type"),
        hasForm: answer.text.includes(`action="${leads}`),
      };
      expect([of, typed, answer.status, page]).toEqual([of, typed, status, { is: "text/html; charset=utf-8", hasForm: true }]);
      if (kept !== undefined) expect([of, answer.text]).toEqual([of, expect.stringContaining(kept)]);
      expect([of, answer.text]).toEqual([of, expect.not.stringContaining("Typed-secret-1")]);
    }
  });

  test("the page of a mailed link is nobody's to keep, and its token is told to no other site and no log", async () => {
    const shop = await openShop({ pays: false });
    const mary = await customerCalled(shop, "mary");
    for (const [path, kind] of [
      ["/identity/signin/", "custom"],
      ["/identity/signup/", "sign-up"],
      ["/identity/reset/", "reset"],
      ["/identity/confirm/", "verify-email"],
      ["/identity/undo/", "undo-email"],
      ["/identity/authenticator/keep/", "keep-totp"],
      ["/storefront/orders/lookup/", "lookup"],
    ] as const) {
      const token = await mary.link(kind);
      const { status, text, headers } = await mary.browser.get(`${path}?token=${token}`);
      expect([path, status, text]).toEqual([path, 200, expect.stringContaining(token)]);
      expect([path, headers.get("cache-control"), headers.get("referrer-policy")]).toEqual([path, "no-store", "same-origin"]);
      expect(shop.log.join("\n")).not.toContain(token);
    }
  });
});
