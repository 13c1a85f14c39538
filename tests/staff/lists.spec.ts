import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { expectGood, joinAs } from "./join-as.ts";

/** Replaces the shown columns in the list's panel. */
async function chooseColumns(page: Page, names: readonly string[]): Promise<void> {
  await page.getByText("Columns", { exact: true }).click();
  const panel = page.locator("details", { hasText: "Show these" });
  for (const box of await panel.getByRole("checkbox").all()) await box.uncheck();
  for (const name of names) await panel.getByRole("checkbox", { name, exact: true }).check();
  await panel.getByRole("button", { name: "Show these" }).click();
}

async function saveView(page: Page, name: string): Promise<void> {
  await page.getByText("Save this view").click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "true");
}

inCombinations(["390 off"], ({ javaScriptEnabled }) => {
  test("a manager chooses the columns of customers and products, and keeps them as views", async ({ page, shop }) => {
    await joinAs(page, shop.directory, "manager");
    await page.goto(`${shop.url}/staff/customers/`);
    await chooseColumns(page, ["Orders", "Last order"]);
    await expect(page.getByRole("link", { name: "demo@example.com" })).toBeVisible();
    await page.getByRole("link", { name: "By email" }).click();
    await expect(page.locator("td[data-label='Since']")).toHaveCount(0);
    await expectGood(page, javaScriptEnabled);
    await saveView(page, "Who orders");

    await page.goto(`${shop.url}/staff/products/`);
    await chooseColumns(page, ["Brand", "Label", "State"]);
    await page.getByLabel("Sort by").selectOption("Highest price");
    await page.getByRole("button", { name: "Search" }).last().click();
    await expect(page.locator("td[data-label='Brand']").first()).toBeVisible();
    await expect(page.locator("td[data-label='Price']")).toHaveCount(0);
    await saveView(page, "Brands");
    await expectGood(page, javaScriptEnabled);

    await page.goto(`${shop.url}/staff/customers/`);
    await expect(page.locator("td[data-label='Orders']")).toHaveCount(0);
    await page.getByRole("link", { name: "Who orders" }).click();
    await expect(page.getByRole("link", { name: "By email" })).toHaveAttribute("aria-current", "true");
    await expect(page.locator("td[data-label='Orders']").first()).toBeVisible();

    await page.goto(`${shop.url}/staff/orders/`);
    await page.getByLabel("Phone orders only").check();
    await page.getByRole("button", { name: "Filter" }).click();
    await expect(page.getByText("0 orders")).toBeVisible();
    await expectGood(page, javaScriptEnabled);
  });
});
