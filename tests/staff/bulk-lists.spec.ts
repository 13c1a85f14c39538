import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { expectGood, joinAs } from "./join-as.ts";

/** Adds a column in the list's panel. */
async function addColumn(page: Page, name: string): Promise<void> {
  await page.getByText("Columns", { exact: true }).click();
  await page.getByRole("checkbox", { name, exact: true }).check();
  await page.getByRole("button", { name: "Show these" }).click();
  await expect(page.locator(`td[data-label='${name}']`).first()).toBeVisible();
}

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

/** The cells of all rows, after the page has loaded completely. */
async function cells(page: Page, label: string): Promise<string[]> {
  await page.waitForLoadState();
  return await page.locator(`td[data-label='${label}']`).allInnerTexts();
}

inCombinations(["1440 on"], ({ javaScriptEnabled }) => {
  test("an owner sorts stock and counts some of it, and decides of promos and reviews together", async ({ page, shop }) => {
    await joinAs(page, shop.directory, "owner");
    await page.goto(`${shop.url}/staff/stock/`);
    await addColumn(page, "Address");
    await sortBy(page, "Most first");
    await expect(page).toHaveURL(/sort=/);
    const units = (await cells(page, "Available")).map((text) => Number.parseInt(text.replace(/\D+/, ""), 10));
    expect(units).toEqual(units.toSorted((one, other) => other - one));
    await saveView(page, "Most of all");
    await expectGood(page, javaScriptEnabled);
    for (const box of await page
      .getByRole("checkbox", { name: /^Select / })
      .all()
      .then((all) => all.slice(0, 3)))
      await box.check();
    await page.getByRole("button", { name: "Make a count sheet" }).click();
    await expect(page.getByText("This is for 3 of those you selected.")).toBeVisible();
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("button", { name: "Make the sheet" }).click();
    await expect(page.getByText("The sheet is ready.")).toBeVisible();

    await page.goto(`${shop.url}/staff/rules/promos/`);
    await page.getByRole("link", { name: "Running", exact: true }).click();
    await addColumn(page, "First order only");
    await sortBy(page, "Ends first");
    await expect(page).toHaveURL(/sort=ends/);
    const codes = await cells(page, "Code");
    await expectGood(page, javaScriptEnabled);
    await page.getByLabel(/^All \d+ that match$/).check();
    await page.getByRole("button", { name: "Turn off" }).click();
    await expect(page.getByText(`This is for ${codes.length} of those you selected.`)).toBeVisible();
    await page.getByRole("button", { name: "Turn off" }).click();
    await expect(page.getByText("turned off.")).toBeVisible();
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect(page.getByText(/undone\.$/)).toBeVisible();
    await page.goto(`${shop.url}/staff/rules/promos/?show=running&sort=ends`);
    expect(await cells(page, "Code")).toEqual(codes);

    await page.goto(`${shop.url}/staff/reviews/`);
    await page.getByRole("link", { name: "Shown", exact: true }).click();
    await page.locator("main summary", { hasText: "Filter" }).click();
    await page.getByRole("combobox", { name: "Stars" }).selectOption("3");
    await page.getByRole("button", { name: "Show reviews" }).click();
    await expect(page).toHaveURL(/state=shown.*stars=3|stars=3.*state=shown/);
    await expectGood(page, javaScriptEnabled);
    const box = page.getByRole("checkbox", { name: /^Select the review/ }).first();
    await box.check();
    await page.getByRole("button", { name: "Hide the selected" }).click();
    await expect(page.getByText("This is for 1 of those you selected.")).toBeVisible();
    await page.getByRole("button", { name: "Hide", exact: true }).click();
    await expect(page.getByText("1 review was hidden.")).toBeVisible();
    await page.getByRole("button", { name: "Undo it" }).click();
    await expect(page.getByText("1 change was undone.")).toBeVisible();
  });
});
