import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { expectGood, joinAs } from "./join-as.ts";

inCombinations(["390 off", "1440 on"], ({ javaScriptEnabled }) => {
  test("a value of the chart is read by pointing at its bar, and by the arrow keys", async ({ page, shop }) => {
    await joinAs(page, shop.directory, "owner");
    // The demo's order was placed in these days.
    await page.goto(`${shop.url}/staff/reports/`);
    await expectGood(page, javaScriptEnabled);
    const values = page.locator(".plot__value");
    await expect(values).toHaveCount(30);
    const first = page.getByRole("radio").first();
    await page.locator(".plot__columns label").nth(3).hover();
    await expect(values.nth(3)).toHaveCSS("opacity", "1");
    await expect(values.nth(4)).toHaveCSS("opacity", "0");

    await page.mouse.move(0, 0);
    await first.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(values.nth(2)).toHaveCSS("opacity", "1");
    await expect(values.nth(3)).toHaveCSS("opacity", "0");
    await expect(page.getByRole("radio", { checked: true })).toHaveAccessibleName(
      /^\w+, \w+ \d+, \d+: \$[\d.]+ in \d+ orders?\./,
    );

    await page.getByRole("link", { name: "By week" }).click();
    await expect(page.getByRole("link", { name: "By week" })).toHaveAttribute("aria-current", "true");
    // The first week may have a single day.
    await expect(values.nth(1)).toContainText("–");
    await expectGood(page, javaScriptEnabled);
  });
});
