import { describe, expect, test } from "vitest";
import { pageOf } from "../checkout/shopper.ts";
import { shopWithCustomer, signIn } from "../identity/customer-fixture.ts";

const profile = "/storefront/dashboard/profile/";

describe("the frame of a customer's screens", () => {
  test("a guest is led to the sign-in, and comes back to the profile from there (requirements 6, 245)", async () => {
    const shop = await shopWithCustomer();
    const customer = shop.browser();

    const { status, headers } = await customer.get(profile);
    const signInPath = headers.get("location") ?? "";
    expect([status, signInPath]).toEqual([303, `/identity/signin/?next=${encodeURIComponent(profile)}`]);

    await signIn(customer);
    expect((await customer.get(profile)).status).toBe(200);
  });

  test("the navigation marks the screen that is seen, and nobody keeps it", async () => {
    const shop = await shopWithCustomer();
    const customer = shop.browser();
    await signIn(customer);

    const answer = await customer.get(`/shop/us${profile}`);

    const nav = pageOf(answer).querySelector("nav[aria-label='Your account']");
    expect([...(nav?.querySelectorAll("a") ?? [])].map((link) => link.textContent)).toEqual([
      "Overview",
      "Favorites",
      "Profile",
      "Settings",
    ]);
    expect(nav?.querySelector("[aria-current=page]")?.getAttribute("href")).toBe(profile);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("its button signs out, with a token of the page", async () => {
    const shop = await shopWithCustomer();
    const customer = shop.browser();
    await signIn(customer);
    const form = pageOf(await customer.get(profile)).querySelector("form[action='/identity/signout/']");
    const token = form?.querySelector("[name=_csrf]")?.getAttribute("value") ?? "";

    expect((await customer.form("/identity/signout/", { _csrf: token })).status).toBe(303);

    expect(customer.jar.has("user_id")).toBe(false);
    expect((await customer.get(profile)).status).toBe(303);
  });
});
