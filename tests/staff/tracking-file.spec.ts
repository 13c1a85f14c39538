import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { expectGood, joinAs } from "./join-as.ts";

inCombinations(["390 on", "1440 off"], ({ javaScriptEnabled }) => {
  test("a packer prints what to pick for the selected orders, and tries a file of tracking numbers", async ({ page, shop }) => {
    await joinAs(page, shop.directory, "packer");
    await page.goto(`${shop.url}/staff/orders/`);
    const number = (await page.getByRole("link", { name: /^\d+$/ }).first().textContent()) ?? "";
    await page.getByRole("checkbox", { name: `order ${number}` }).check();
    await page.getByRole("button", { name: "Pick list" }).click();
    await expect(page.getByRole("heading", { name: "Pick list" })).toBeVisible();
    await expectGood(page, javaScriptEnabled);

    await page.goto(`${shop.url}/staff/tracking/`);
    await expectGood(page, javaScriptEnabled);
    await page
      .getByLabel("Or paste its lines")
      .fill(`Order #,Carrier,Tracking Number\n${number},UPS,1Z999\n${number},UPS,1Z998\nnone,UPS,1`);
    await page.getByRole("button", { name: "Start a dry run" }).click();
    await expect(page.getByText("An earlier line has this order")).toBeVisible();
    await expect(page.getByText("This isn’t an order’s number.")).toBeVisible();
    await expectGood(page, javaScriptEnabled);
  });
});
