import { expect, test } from "vitest";
import { addLine } from "../../islands/stores/cart.ts";
import { readCookie, recordCookie } from "../../islands/ui/cookies.ts";
import { fakeShop, reply } from "./fake-shop.ts";

const over = () => reply(401, { error: "please sign in to go on", code: "signed_out" });

test("adding to a cart that was a customer's begins a guest's, which joins it at the sign-in", async () => {
  const shop = fakeShop({
    "POST /storefront/checkout/line": over,
    "POST /storefront/checkout/create": { data: { checkoutId: "c-new" } },
    "GET /storefront/checkout/find": { data: { id: "c-new", state: "open", lines: [], promoCode: null } },
  });
  recordCookie("checkoutId", "c-old");
  await addLine("v-1");
  expect(shop.paths()).toEqual([
    "POST /storefront/checkout/line",
    "POST /storefront/checkout/create",
    "GET /storefront/checkout/find?checkoutId=c-new",
  ]);
  expect(readCookie("checkoutId")).toBe("c-new");
});
