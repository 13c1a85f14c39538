import { expect, onTestFinished, test, vi } from "vitest";
import { schema as addressSchema } from "../../islands/checkout/address-form.props.ts";
import * as addressForm from "../../islands/checkout/address-form.tsx";
import { addLine } from "../../islands/stores/cart.ts";
import { readCookie, recordCookie } from "../../islands/ui/cookies.ts";
import { countries, mary, nobody } from "./countries.ts";
import { fakeShop, reply, toasts } from "./fake-shop.ts";
import { openScreen } from "./screen.ts";

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

test("a form that meets the end of its session is sent natively, whole, so that the shop keeps it", async () => {
  const shipping = "/storefront/checkout/shipping";
  fakeShop({ [`POST ${shipping}`]: over });
  const sent: Record<string, unknown>[] = [];
  const submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (this: HTMLFormElement) {
    sent.push({ action: this.getAttribute("action"), ...Object.fromEntries(new FormData(this)) });
  });
  onTestFinished(() => submit.mockRestore());
  const typed = { ...nobody, saveForLater: false };
  const props = { checkoutId: "c1", action: shipping, token: "t-1", errors: [], back: "/", countries, typed };
  const screen = await openScreen("address-form", { ...addressForm, schema: addressSchema }, props);
  for (const [name, value] of Object.entries(mary)) await screen.type(name, value);
  await screen.press("Continue");
  expect(sent).toEqual([expect.objectContaining({ action: shipping, _csrf: "t-1", checkoutId: "c1", city: mary.city })]);
  expect(toasts()).toEqual([]);
});
