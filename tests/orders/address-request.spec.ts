import { staffOrderPath } from "../../server/staff/paths.ts";
import { expectGood, joinAs } from "../staff/join-as.ts";
import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { signIn } from "../support/signed-in.ts";
import { orderIn } from "./demo-order.ts";

inCombinations(["390 off"], ({ javaScriptEnabled, key }) => {
  test("a shopper asks for another address on the order's page, and the staff change it", async ({ page, context, shop }) => {
    const customerId = `address-${key}-${test.info().retry}`;
    await signIn(context, shop, customerId);
    const { id, number } = await orderIn(shop, { customerId });
    await page.goto(`/storefront/dashboard/orders/${id}/`);
    const section = page.locator("#another-address");
    await section.getByText("Ask for another address").click();
    await section.getByLabel("Street address").fill("");
    await section.getByRole("button", { name: "Send request" }).click();
    await expect(section.getByText("Enter your street address.")).toBeVisible();
    await expectGood(page, javaScriptEnabled);
    await section.getByLabel("Street address").fill("2 Oak Avenue");
    await section.getByLabel("Note").fill("We moved last week.");
    await section.getByRole("button", { name: "Send request" }).click();
    await expect(page.getByText("We received your request for another address.")).toBeVisible();
    await expect(section.locator(".state")).toHaveText("Requested");
    await expectGood(page, javaScriptEnabled);

    const staff = await context.newPage();
    await joinAs(staff, shop.directory, "manager");
    await staff.goto("/staff/");
    await staff.getByRole("link", { name: /with an address to decide/ }).click();
    await staff.goto(staffOrderPath(number));
    await expect(staff.getByText("The shopper’s note: We moved last week.")).toBeVisible();
    await expectGood(staff, javaScriptEnabled);
    await staff.getByRole("link", { name: "Decline it" }).click();
    await staff.getByText("Decline it").click();
    await staff.getByRole("button", { name: "Decline the request" }).click();
    await expect(staff.getByText("Write to the shopper why you decline.")).toBeVisible();
    await expectGood(staff, javaScriptEnabled);
    await staff.getByRole("button", { name: "Change the address" }).click();
    await expect(staff.getByText("The shipping address was changed.")).toBeVisible();

    await page.reload();
    await expect(section.locator(".state")).toHaveText("Changed");
    await expect(page.getByText("2 Oak Avenue").first()).toBeVisible();
    await expectGood(page, javaScriptEnabled);
  });
});
