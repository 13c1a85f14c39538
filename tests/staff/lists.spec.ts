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

/** The summary with this name, which opens a panel of the list. */
const tool = (page: Page, name: string) => page.locator("main summary", { hasText: name });

async function sortBy(page: Page, name: string): Promise<void> {
  await page.locator(".list-tools summary").first().click();
  await page.getByRole("link", { name }).click();
}

async function saveView(page: Page, name: string): Promise<void> {
  await page.getByText("Save this view").click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "true");
}

/** The top and the bottom of a list's first row, in px from the top of the window. */
async function firstRow(page: Page): Promise<{ top: number; bottom: number }> {
  const { y, height } = (await page.locator("main tbody tr").first().boundingBox()) ?? { y: 0, height: 0 };
  return { top: y, bottom: y + height };
}

test("twelve rows of a list fit a desktop's window, and a phone shows the first without scrolling", async ({ page, shop }) => {
  await joinAs(page, shop.directory, "owner");
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const list of ["orders", "products"]) {
    await page.goto(`${shop.url}/staff/${list}/`);
    const { top, bottom } = await firstRow(page);
    expect(top + 12 * (bottom - top), list).toBeLessThanOrEqual(900);
  }
  await expectGood(page, true);
  await page
    .getByRole("checkbox", { name: /^Select / })
    .first()
    .check();
  await expect(page.getByRole("button", { name: "Publish" })).toBeInViewport();
  await expectGood(page, true);

  await page.setViewportSize({ width: 390, height: 844 });
  for (const list of ["orders", "products", "stock", "customers", "rules/promos", "reviews/?state=shown"]) {
    await page.goto(`${shop.url}/staff/${list}`);
    expect((await firstRow(page)).bottom, list).toBeLessThanOrEqual(844);
    await expectGood(page, true);
  }
  await page.getByRole("checkbox", { name: /^All / }).check();
  await expect(page.getByRole("button", { name: "Hide the selected" })).toBeInViewport();
  await expectGood(page, true);
});

inCombinations(["390 off"], ({ javaScriptEnabled }) => {
  test("a manager chooses the columns of customers and products, and keeps them as views", async ({ page, shop }) => {
    await joinAs(page, shop.directory, "manager");
    await page.goto(`${shop.url}/staff/customers/`);
    await chooseColumns(page, ["Since", "Last order"]);
    await expect(page.getByRole("link", { name: "demo@example.com" })).toBeVisible();
    await sortBy(page, "By last name");
    await expect(page.locator("td[data-label='Orders']")).toHaveCount(0);
    await expectGood(page, javaScriptEnabled);
    await saveView(page, "Who orders");

    await page.goto(`${shop.url}/staff/products/`);
    await chooseColumns(page, ["Brand", "Label", "State"]);
    await sortBy(page, "Highest price");
    await expect(page.locator("td[data-label='Brand']").first()).toBeVisible();
    await expect(page.locator("td[data-label='Price']")).toHaveCount(0);
    await saveView(page, "Brands");
    await expectGood(page, javaScriptEnabled);

    await page.goto(`${shop.url}/staff/customers/`);
    await expect(page.locator("td[data-label='Since']")).toHaveCount(0);
    await page.getByRole("link", { name: "Who orders" }).click();
    await expect(tool(page, "By last name")).toBeVisible();
    await expect(page.locator("td[data-label='Since']").first()).toBeVisible();

    await page.goto(`${shop.url}/staff/orders/`);
    await tool(page, "Filter").click();
    await page.getByLabel("From").fill("2026-01-02");
    await page.getByLabel("Phone orders only").check();
    await page.getByRole("button", { name: "Show orders" }).click();
    await expect(page.getByText("0 orders")).toBeVisible();
    await page.getByRole("link", { name: "Remove the filter Phone orders only" }).click();
    await expect(page).toHaveURL(/orders\/\?from=2026-01-02$/);
    await expect(page.getByRole("link", { name: "Remove the filter From Fri, Jan 2, 2026" })).toBeVisible();
    await expectGood(page, javaScriptEnabled);
  });
});
