import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { expectGood, joinAs } from "./join-as.ts";

inCombinations(["1440 off"], ({ javaScriptEnabled, key }) => {
  test("an editor adds a category, uses it, renames it, and removes it", async ({ page, shop }) => {
    const name = `Tea ${key} ${Date.now()}`;
    await joinAs(page, shop.directory, "editor");
    await page.goto("/staff/products/");
    await page.getByRole("link", { name: "Categories" }).click();
    await expect(page.getByRole("heading", { name: "Categories", level: 1 })).toBeVisible();
    await expectGood(page, javaScriptEnabled);
    const moves = page.getByRole("button", { name: /^Move .* up$/ });
    const order = async () => await moves.evaluateAll((all) => all.map((button) => button.getAttribute("aria-label")));
    const before = await order();
    await expect(moves.first()).toBeDisabled();
    await moves.nth(1).click();
    await expect(page.getByText("The order was changed.")).toBeVisible();
    expect(await order()).toEqual(before.with(0, before[1] ?? null).with(1, before[0] ?? null));
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await expect(page.getByText("The order was changed.")).toBeHidden();
    expect(await order()).toEqual(before);
    await page.getByRole("link", { name: "Add a category" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("link", { name: "Enter a name." })).toBeVisible();
    await expectGood(page, javaScriptEnabled);
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Added.")).toBeVisible();
    await expectGood(page, javaScriptEnabled);
    const record = page.url();
    await page.goto("/staff/products/new/");
    await expect(page.getByRole("option", { name })).toHaveCount(1);

    await page.goto(record);
    await page.getByLabel("Name", { exact: true }).fill(`${name} leaves`);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("Removed.")).toBeVisible();
    await expect(page.getByRole("link", { name: `${name} leaves` })).toHaveCount(0);
    await expectGood(page, javaScriptEnabled);

    await page.getByRole("link", { name: "Glass", exact: true }).click();
    await expect(page.getByText(/Used by: \d+ products/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Remove" })).toHaveCount(0);
    await expectGood(page, javaScriptEnabled);
  });
});
