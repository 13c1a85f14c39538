import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { expectGood, joinAs } from "./join-as.ts";

const header = "Handle,Title,Variant Price,Option1 Name,Option1 Value,Variant SKU";

/** The combinations share a shop, so each has its own product. */
const products: Record<string, string> = { "390-on": "Teapot", "390-off": "Teacup", "1440-on": "Teabowl", "1440-off": "Teatray" };

inCombinations(["1440 off"], ({ javaScriptEnabled, key }) => {
  test("an editor imports a file after its dry run, lowers the prices of what came, and takes that back", async ({
    page,
    shop,
  }) => {
    const word = products[key] ?? "";
    const rows = [1, 2, 3].map((at) => `${word}-${at},${word} ${at},${at}0,Size,S,${word}-sku-${at}`.toLowerCase());
    const file = [header, ...rows, `${word}-4,${word} 4,ten,,,${word}-sku-4`].join("\n");
    await joinAs(page, shop.directory, "editor");
    await page.goto(`${shop.url}/staff/products/`);
    await page.getByRole("link", { name: "Import" }).click();
    const notes = { name: "notes.csv", mimeType: "text/csv", buffer: Buffer.from("Milk, bread, and tea") };
    await page.getByLabel("Product file").setInputFiles(notes);
    await page.getByRole("button", { name: "Upload and try" }).click();
    await expect(page.getByText("notes.csv is not a product CSV")).toBeVisible({ timeout: 60_000 });
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("link", { name: "Import products" }).click();
    await expect(page.getByText("Couldn’t be read").first()).toBeVisible();
    await page.getByLabel("Product file").setInputFiles({ name: "tea.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
    await page.getByLabel("Category of products").selectOption("glass");
    await page.getByLabel("Fetch pictures").uncheck();
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("button", { name: "Upload and try" }).click();
    await expect(page.getByText("Waits for your decision")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText("“ten” is not a price")).toBeVisible();
    await expectGood(page, javaScriptEnabled);

    await page.getByRole("button", { name: "Import 3 products" }).click();
    await expect(page.getByText("The file is imported.")).toBeVisible({ timeout: 60_000 });
    await expectGood(page, javaScriptEnabled);

    await page.goto(`${shop.url}/staff/products/?q=${word.toLowerCase()}`);
    await page.getByLabel("All 3 that match").check();
    await page.getByRole("button", { name: "Change prices" }).click();
    await page.getByLabel("Percentage or dollars").fill("10%");
    await page.getByRole("button", { name: "Show what it does" }).click();
    await expect(page.getByText("$10.00–$30.00")).toBeVisible();
    await expect(page.getByText("$9.00–$27.00")).toBeVisible();
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("button", { name: "Change the prices" }).click();
    await expect(page.getByText("The prices of 3 products were changed.")).toBeVisible();
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("button", { name: "Undo all 3" }).click();
    await expect(page.getByText("3 changes were undone.")).toBeVisible();
    await page.goto(`${shop.url}/staff/products/?q=${word.toLowerCase()}`);
    await expect(page.getByText("$30.00").first()).toBeVisible();
  });
});
