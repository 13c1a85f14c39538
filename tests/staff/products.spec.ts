import sharp from "sharp";
import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { expectGood, joinAs } from "./join-as.ts";

const picture = (background: string) =>
  sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .png()
    .toBuffer();

/** The combinations share a shop, so each adds its own product. */
const products: Record<string, readonly [name: string, sku: string]> = {
  "390-on": ["Walnut bowl", "WB"],
  "390-off": ["Walnut box", "WX"],
  "1440-on": ["Walnut tray", "WT"],
  "1440-off": ["Walnut cup", "WC"],
};

inCombinations(["390 on"], ({ javaScriptEnabled, key }) => {
  test("an editor adds a product from a spreadsheet, with pictures and a sale to come", async ({ page, shop }) => {
    const [name, sku] = products[key] ?? ["", ""];
    await joinAs(page, shop.directory, "editor");
    await page.goto(`${shop.url}/staff/products/`);
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("link", { name: "New product" }).click();
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Category").selectOption({ index: 0 });
    await page.getByText("Paste from a spreadsheet").first().click();
    await page
      .getByRole("textbox", { name: "Paste from a spreadsheet" })
      .fill(`Size\tSKU\tPrice\nSmall\t${sku}-S\t20\nLarge\t${sku}-L\t30`);
    await page.getByRole("button", { name: "Fill in the grid" }).click();
    await expect(page.getByText("Check them, then save.")).toBeVisible();
    await expect(page.getByLabel("Price of row 2")).toHaveValue("30");
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("button", { name: "Add the product" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expectGood(page, javaScriptEnabled);

    const files = await Promise.all(
      ["brown", "tan"].map(async (colour) => ({
        name: `${colour} bowl.png`,
        mimeType: "image/png",
        buffer: await picture(colour),
      })),
    );
    await page.locator("input[name=pictures]").setInputFiles(files);
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(page.getByText("Added. Describe them")).toBeVisible();
    await expect(page.getByLabel("Description for those who can’t see it").nth(1)).toHaveValue("");
    await page.getByLabel("Description for those who can’t see it").first().fill("A bowl of walnut");
    await page.getByLabel(`Large, ${sku}-L`).selectOption("Picture 2");
    await page.getByRole("button", { name: "Save the pictures" }).click();
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    await expectGood(page, javaScriptEnabled);

    await page.getByRole("link", { name: "Schedule" }).click();
    await page.locator("input[name=price]").fill("25%");
    await page.getByLabel("Variant").selectOption(`Large, ${sku}-L`);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("$22.50").first()).toBeVisible();
    await expectGood(page, javaScriptEnabled);

    await page.goto(`${shop.url}/storefront/products/${name.toLowerCase().replace(" ", "-")}/`);
    await expect(page.getByText("$22.50").first()).toBeVisible();
  });
});

test("cells that are pasted into the grid fill it from the focused one on", async ({ page, shop }) => {
  await joinAs(page, shop.directory, "editor");
  await page.goto(`${shop.url}/staff/products/new/`);
  await page.getByLabel("SKU of row 1").focus();
  const paste = () =>
    page.getByLabel("SKU of row 1").evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "A-1\t5\nA-2\t6");
      input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
  await expect(async () => {
    await paste();
    expect(await page.getByLabel("Price of row 2").inputValue()).toBe("6");
  }).toPass();
  await expect(page.getByLabel("SKU of row 2")).toHaveValue("A-2");
});
