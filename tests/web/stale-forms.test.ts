import { expect, test } from "vitest";
import { profilePath } from "../../server/customers/paths.ts";
import { signOutPath } from "../../server/identity/paths.ts";
import { staffOrdersPath, staffRedirectsPath, staffSignOutPath, staffViewsPath } from "../../server/staff/paths.ts";
import { pageOf } from "../checkout/shopper.ts";
import { password, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { staffBrowser } from "../staff/staff-fixture.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { openShop, type TestShop } from "../support/shop.ts";

/** The fields of a page's form. */
function fieldsOf(page: Answer, action: string): Record<string, string> {
  const form = pageOf(page).querySelector(`form[action="${action}"]`);
  const named = [...(form?.querySelectorAll("[name]") ?? [])];
  return Object.fromEntries(named.map((field) => [field.getAttribute("name") ?? "", field.getAttribute("value") ?? ""]));
}

/** Replaces the secret, so that nothing it signed is valid. */
const replaceSecret = (browser: TestBrowser): void => void browser.jar.set("visitor", `${"0".repeat(32)}.of-another-secret`);

const redirect = { path: "/storefront/pages/old/", target: "/storefront/" };
const redirects = ({ shop }: TestShop) => shop.db.selectFrom("page_redirect").selectAll().execute();

test.each([
  ["without a visitor", (browser: TestBrowser) => void browser.jar.delete("visitor")],
  ["after the secret was replaced", replaceSecret],
])("the first form of who is signed in as staff goes through, %s", async (_, change) => {
  const shop = await openShop({ pays: false });
  const owner = await staffBrowser(shop, "owner");
  change(owner);

  const page = await owner.get("/staff/pages/");
  const sent = await owner.form(staffRedirectsPath, { ...fieldsOf(page, staffRedirectsPath), ...redirect });

  expect([sent.status, (await redirects(shop)).length]).toEqual([303, 1]);
});

test("a form of the staff that was open while the secret was replaced is kept whole, and goes through with one press", async () => {
  const shop = await openShop({ pays: false });
  const owner = await staffBrowser(shop, "owner");
  const view = { list: "orders", name: "Paid & <late>", query: "state=paid", _csrf: "by-another-secret" };
  replaceSecret(owner);

  const refused = await owner.form(staffViewsPath, view);

  expect(refused.status).toBe(403);
  expect(refused.text).toContain("This page was open too long. Please try again.");
  const again = fieldsOf(refused, staffViewsPath);
  expect(again).toEqual({ ...view, _csrf: expect.stringMatching(/.{20}/) });
  expect(await shop.shop.db.selectFrom("staff_view").selectAll().execute()).toEqual([]);
  expect((await owner.form(staffViewsPath, again)).status).toBe(303);
  expect((await owner.get(staffOrdersPath)).text).toContain("Paid &amp; &lt;late&gt;");
});

test("a form without a page of its own is sent again with one press, by customers and by the staff", async () => {
  const shop = await shopWithCustomer();
  const ann = shop.browser();
  await signIn(ann);
  for (const [browser, path] of [
    [ann, signOutPath],
    [await staffBrowser(shop, "owner"), staffSignOutPath],
  ] as const) {
    const refused = await browser.form(path, { _csrf: "of-before" });
    const { _csrf = "no token", ...others } = fieldsOf(refused, path);
    expect([path, refused.status, (await browser.form(path, { _csrf, ...others })).status]).toEqual([path, 403, 303]);
  }
});

test("a secret that came with a stale token is in no page", async () => {
  const shop = await shopWithCustomer();
  const ann = shop.browser();
  await signIn(ann);

  const refused = await ann.form(signOutPath, { _csrf: "of-before", newPassword: "Typed-secret-1" });

  expect([refused.status, refused.text.includes("Typed-secret-1"), fieldsOf(refused, signOutPath)]).toEqual([403, false, {}]);
});

test("what a customer typed whose browser the shop knows no more is shown again after the sign-in", async () => {
  const shop = await shopWithCustomer();
  const ann = shop.browser();
  await signIn(ann);
  const typed = { _method: "PUT", value: "call me at noon" };
  replaceSecret(ann);

  const led = await ann.form("/storefront/api/customers/phone", { ...typed, _csrf: "by-another-secret" });
  expect(led.status).toBe(303);
  const page = await ann.get(led.headers.get("location") ?? "");
  const fields = fieldsOf(page, "/identity/signin/");
  await ann.form("/identity/signin/", { ...fields, email: "ann@example.com", password });

  expect((await ann.get(profilePath)).text).toContain("call me at noon");
});
