import { expect, expectAccessible, test } from "../support/browser.ts";
import { withDatabase } from "../support/signed-in.ts";
import { addActivity } from "./activity-fixture.ts";
import { signInAs } from "./signed-in-customer.ts";

const settings = "/storefront/dashboard/settings/";

for (const javaScriptEnabled of [true, false])
  test.describe(`at 390 px ${javaScriptEnabled ? "with" : "without"} scripts`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test("the account's activity is read page by page", async ({ page, context, shop }) => {
      const id = `activity-${javaScriptEnabled}`;
      await signInAs(context, shop, id);
      await withDatabase(shop, (db) => addActivity(db, id));
      await page.goto(settings);
      const block = page.getByRole("region", { name: "Recent activity" });

      await expect(block.getByRole("listitem")).toHaveCount(10);
      await expect(block.getByRole("listitem").nth(1)).toContainText("Someone tried to sign in with a wrong password.");
      await expect(block.getByRole("listitem").nth(1)).toContainText("Firefox on Windows");
      await page.screenshot({ path: test.info().outputPath("activity.png"), fullPage: true });
      if (javaScriptEnabled) await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

      await block.getByRole("link", { name: "Next page" }).focus();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/settings/?activity=2#activity");

      await expect(block.getByRole("listitem")).toHaveCount(2);
      await expect(block.getByRole("link", { name: "Previous page" })).toBeVisible();
    });
  });
