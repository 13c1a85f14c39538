import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { expectGood, joinAs } from "./join-as.ts";

inCombinations(["1440 on"], ({ javaScriptEnabled }) => {
  test("a packer moves stock, counts what is scanned, and posts the sheet", async ({ page, shop }) => {
    await joinAs(page, shop.directory, "owner");
    await page.goto(`${shop.url}/staff/stock/`);
    await expectGood(page, javaScriptEnabled);
    const link = page.locator("main tbody a").first();
    const name = (await link.textContent()) ?? "";
    await link.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    const sku = (await page.locator("dt:text-is('SKU') + dd").textContent()) ?? "";
    const onHand = Number(await page.locator("dt:text-is('On hand') + dd").textContent());
    await page.getByLabel("What happened").selectOption("received");
    await page.getByLabel("Units").fill("12");
    await page.getByLabel("Note").fill("Invoice 77");
    await page.getByRole("button", { name: "Save the change" }).click();
    await expect(page.getByText("Stock changed.")).toBeVisible();
    await expect(page.locator("dt:text-is('On hand') + dd")).toHaveText(String(onHand + 12));
    await expectGood(page, javaScriptEnabled);

    await page.goto(`${shop.url}/staff/counts/`);
    await page.getByText("New sheet").click();
    await page.getByLabel("What we scan").check();
    await page.getByLabel("Are set apart").check();
    await page.getByLabel("Name").fill("Back room");
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("button", { name: "Make the sheet" }).click();
    await page.getByLabel("Scan or type").fill(sku);
    await page.getByLabel("Scan or type").press("Enter");
    await page.getByLabel(/^Units of/).fill(String(onHand + 11));
    await page.getByLabel(/^Units of/).press("Enter");
    await expect(page.getByText(`Saved: ${onHand + 11}, which is 1 fewer than expected.`)).toBeVisible();
    await page.getByRole("link", { name: "All", exact: true }).click();
    await expect(page.getByText("1 fewer", { exact: true })).toBeVisible();
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("button", { name: "Post the counts" }).click();
    await expect(page.getByText("Posted. The stock is what was counted")).toBeVisible();
    await page.getByRole("link", { name: "Print" }).click();
    await expectGood(page, javaScriptEnabled);
  });
});
