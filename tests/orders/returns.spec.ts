import { transact } from "../../server/db/transaction.ts";
import { bookCaptured } from "../../server/orders/ledger.ts";
import { staffOrderPath } from "../../server/staff/paths.ts";
import { expectGood, joinAs } from "../staff/join-as.ts";
import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { signIn, withDatabase } from "../support/signed-in.ts";
import { orderIn } from "./demo-order.ts";

inCombinations(["1440 off"], ({ javaScriptEnabled, key }) => {
  test("a shopper asks for a return on the order's page, which says so once the staff accept it", async ({
    page,
    context,
    shop,
  }) => {
    const customerId = `returns-${key}-${test.info().retry}`;
    await signIn(context, shop, customerId);
    const { id, number } = await orderIn(shop, { customerId });
    await withDatabase(shop, async (db) => {
      const { total } = await db.selectFrom("orders").select("total").where("id", "=", id).executeTakeFirstOrThrow();
      await transact(db, (tx) => bookCaptured(tx, id, total, Date.now()));
      await db.updateTable("orders").set({ state: "fulfilled", fulfilled_at: Date.now() }).where("id", "=", id).execute();
    });
    await page.goto(`/storefront/dashboard/orders/${id}/`);
    const returns = page.locator("#returns");
    await expectGood(page, javaScriptEnabled);
    await returns.getByText("Ask for a return").click();
    await expect(returns.getByText(/^You can return 1 of \d\. We’d refund up to \$[\d.]+\.$/).last()).toBeVisible();
    await returns.getByRole("spinbutton").last().fill("2");
    await returns.getByRole("button", { name: "Send request" }).click();
    await expect(returns.getByText(/^You can return up to 1 of /)).toBeVisible();
    await expect(returns.getByText("Please tell us why.")).toBeVisible();
    await expect(returns.getByRole("spinbutton").last()).toHaveValue("2");
    await expectGood(page, javaScriptEnabled);
    await returns.getByRole("spinbutton").last().fill("1");
    await returns.getByLabel("Why would you like to return it?").fill("It is too small for my desk.");
    await returns.getByRole("button", { name: "Send request" }).click();
    await expect(page.getByText("We received your request for a return.")).toBeVisible();
    await expect(returns.locator(".state")).toHaveText("Requested");
    await expectGood(page, javaScriptEnabled);

    const staff = await context.newPage();
    await joinAs(staff, shop.directory, "manager");
    await staff.goto("/staff/");
    await staff.getByRole("link", { name: /with a return to decide/ }).click();
    await staff.goto(staffOrderPath(number));
    await expect(staff.getByText("Reason: It is too small for my desk.")).toBeVisible();
    await expectGood(staff, javaScriptEnabled);
    await staff.getByLabel("Your words to the shopper").fill("Please send it to 1 Main Street.");
    await staff.getByRole("button", { name: "Accept the return" }).click();
    await expect(staff.getByText("The return is accepted.")).toBeVisible();
    await expectGood(staff, javaScriptEnabled);

    await page.reload();
    await expect(returns.locator(".state")).toHaveText("Accepted");
    await expect(returns.getByText("Please send it to 1 Main Street.")).toBeVisible();
    await expectGood(page, javaScriptEnabled);
  });
});
