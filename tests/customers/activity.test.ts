import { describe, expect, test } from "vitest";
import { addCustomer, signIn } from "../identity/customer-fixture.ts";
import { engines } from "../support/shop.ts";
import { addActivity } from "./activity-fixture.ts";
import { settings, signedIn } from "./address-fixture.ts";

/** The rows of the block, without tags and extra spaces. */
const rowsIn = (html: string): string[] => {
  const block = html.slice(html.indexOf('aria-labelledby="activity"'), html.indexOf('aria-labelledby="disable"'));
  return [...block.matchAll(/<li class="block">(.*?)<\/li>/gs)].map(([, row = ""]) =>
    row
      .replaceAll(/<br>/g, " / ")
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
};

describe.each(engines)("on %s the settings show what happened to the account", (engine) => {
  test("the latest first, ten a page, with time, device and who it was", async () => {
    const { shop, customer } = await signedIn({ engine });
    await addActivity(shop.shop.db, "ann");

    const first = rowsIn((await customer.get(settings)).text);
    const second = await customer.get(`${settings}?activity=2`);

    expect(first).toHaveLength(10);
    expect(first[0]).toMatch(/^Signed in with a password\. \/ .*, Unknown browser$/);
    expect(first.slice(1, 4)).toEqual([
      "Sign-in link created by the store. / December 31, 2025 at 9:00 PM EST, by the store",
      "Someone tried to sign in with a wrong password. / December 31, 2025 at 8:00 PM EST, Firefox on Windows",
      "Signed in with a password. / December 31, 2025 at 7:09 PM EST, Firefox on Windows",
    ]);
    expect(rowsIn(second.text)).toHaveLength(3);
    expect(second.text).toContain('href="/storefront/dashboard/settings/?activity&#x3D;1#activity" rel="prev"');
  });

  test("and nobody else's, whatever page is asked for", async () => {
    const { shop, customer } = await signedIn({ engine });
    await addCustomer(shop, "bob");
    await addActivity(shop.shop.db, "bob");
    for (const page of ["1", "99999", "0", "-1", "x", "1&activity=2", "9".repeat(40)]) {
      const { status, text } = await customer.get(`${settings}?activity=${page}`);
      expect([page, status, rowsIn(text).length]).toEqual([page, 200, 1]);
      expect(text).not.toContain("Sign-in link created");
    }
    // Bob's sign-in in a new browser adds two rows to the twelve of `addActivity`. The last page
    // shows four of the fourteen.
    const bob = shop.browser();
    await signIn(bob, "bob@example.com");
    expect(rowsIn((await bob.get(`${settings}?activity=99999`)).text)).toHaveLength(4);
  });
});
