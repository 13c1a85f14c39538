import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { expectGood, joinAs } from "./join-as.ts";

inCombinations(["390 off"], ({ javaScriptEnabled }) => {
  test("a manager makes a promo, tries it on a cart, and undoes a change", async ({ page, shop }, { title, workerIndex }) => {
    const number = `${workerIndex}${title.length}${Date.now()}`;
    await joinAs(page, shop.directory, "manager");

    await page.goto("/staff/rules/promos/");
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("link", { name: "New promo" }).click();
    await expectGood(page, javaScriptEnabled);
    await page.getByLabel("Code", { exact: true }).fill(`bring${number}`);
    const amount = page.getByLabel("Percent or dollars off");
    await expect(amount).toBeVisible();
    await expect(page.getByLabel("Units to buy")).toBeHidden();
    await page.getByRole("radio", { name: "Free shipping" }).check();
    await page.getByRole("group", { name: "Only these shipping methods" }).getByLabel("Overnight").check();
    await page.getByRole("radio", { name: "Buy some, get some cheaper" }).check();
    await expect(amount).toBeHidden();
    await page.getByLabel("Units to buy").fill("2");
    await page.getByRole("button", { name: "Create the promo" }).click();
    await expect(page.getByRole("link", { name: "Enter a whole number from 1 to 99." })).toBeVisible();
    await page.getByLabel("Units at a lower price").fill("1");
    await page.getByLabel("Percent off those units").fill("100");
    await page.getByRole("button", { name: "Create the promo" }).click();
    await expect(page.getByText("Created.")).toBeVisible();
    await expectGood(page, javaScriptEnabled);

    await page.getByLabel("Units to buy").fill("3");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await expect(page.getByLabel("Units to buy")).toHaveValue("2");

    await page.getByRole("link", { name: "Try a cart" }).click();
    await expectGood(page, javaScriptEnabled);
    const href = await page.request.get("/storefront/collections/?categories=glass");
    const address = /href="(\/storefront\/products\/[^"]+)"/.exec(await href.text())?.[1] ?? "no product";
    await page.getByLabel("Product 1").fill(address);
    await page.getByLabel("Units").first().fill("3");
    await page.getByLabel("Promo code").fill(`bring${number}`);
    await page.getByRole("button", { name: "Show the totals" }).click();
    await expect(page.getByRole("definition").last()).toContainText("$");
    await expect(page.getByRole("region", { name: "Totals" }).getByRole("alert")).toHaveCount(0);
    await expectGood(page, javaScriptEnabled);

    for (const kind of ["methods", "zones", "taxes", "gifts"]) {
      await page.goto(`/staff/rules/${kind}/`);
      await expectGood(page, javaScriptEnabled);
      await page.locator("a.button--primary").click();
      await expectGood(page, javaScriptEnabled);
    }
  });

  test("a manager forbids a category in a state by the grid, then in all states, and undoes both", async ({ page, shop }) => {
    await joinAs(page, shop.directory, "manager");
    await page.goto("/staff/rules/states/");
    await expectGood(page, javaScriptEnabled);
    const cell = page.getByRole("checkbox", { name: "Apparel not sold in Hawaii" });
    await cell.check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(cell).toBeChecked();

    await page.getByRole("link", { name: "Hawaii", exact: true }).click();
    await expect(page.getByRole("checkbox", { name: "Apparel" })).toBeChecked();
    await page.getByLabel("Single products that are not sold here").fill("no-such-thing");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("link", { name: "No product has “no-such-thing” in its name, address, or SKU." })).toBeVisible();
    await expectGood(page, javaScriptEnabled);
    await page.goto("/staff/rules/states/");
    await page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name: "Apparel" }).click();
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("button", { name: "Sell it in no state" }).click();
    await expect(page.getByRole("checkbox", { name: "Maine" })).toBeChecked();
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await expect(page.getByRole("checkbox", { name: "Apparel not sold in Maine" })).not.toBeChecked();
    await page.getByRole("button", { name: /^Undo/ }).nth(1).click();
    await expect(cell).not.toBeChecked();
  });
});
