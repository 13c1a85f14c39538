import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { expectGood, joinAs } from "./join-as.ts";

inCombinations(["390 on"], ({ width, javaScriptEnabled }) => {
  test("an owner reads in the log which stock moved, and why", async ({ page, shop }) => {
    await joinAs(page, shop.directory, "owner");
    await page.goto(`${shop.url}/staff/stock/`);
    await page.locator("main tbody a").first().click();
    const name = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    await page.getByLabel("What happened").selectOption("received");
    await page.getByLabel("Units").fill("12");
    await page.getByLabel("Note").fill("Delivery from Potters");
    await page.getByRole("button", { name: "Save the change" }).click();
    await expect(page.getByText("Stock changed.")).toBeVisible();

    await page.goto(`${shop.url}/staff/activity/?what=stock`);
    const record = page.getByRole("cell", { name: `Stock: ${name}` }).first();
    await expect(page.getByText(/Received \+12, \d+ → \d+, Delivery from Potters/)).toBeVisible();
    // On a phone the record has a line of its own.
    const { width: taken = 0 } = (await record.boundingBox()) ?? {};
    expect(taken).toBeGreaterThan(width < 1000 ? width * 0.8 : width * 0.2);
    await expectGood(page, javaScriptEnabled);
  });
});
