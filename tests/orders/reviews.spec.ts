import { expectGood, joinAs } from "../staff/join-as.ts";
import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { signIn, withDatabase } from "../support/signed-in.ts";
import { orderIn } from "./demo-order.ts";

inCombinations(["390 on"], ({ javaScriptEnabled, key }) => {
  test("a buyer reviews a product on the order's page, and its page shows the review once an editor approves it", async ({
    page,
    context,
    shop,
  }) => {
    const customerId = `reviews-${key}-${test.info().retry}`;
    await signIn(context, shop, customerId);
    const { id } = await orderIn(shop, { customerId });
    await withDatabase(shop, (db) =>
      db.updateTable("orders").set({ state: "fulfilled", fulfilled_at: Date.now() }).where("id", "=", id).execute(),
    );
    const title = `Sturdy at ${key}`;
    await page.goto(`/storefront/dashboard/orders/${id}/`);
    const form = page.locator("#reviews .disclosure").last();
    const product = page.getByRole("link", { name: await form.getByRole("heading").innerText() });
    const productPage = (await product.first().getAttribute("href")) ?? "";
    await form.locator("summary").click();
    await form.getByLabel("Title").fill(title);
    await form.getByLabel("Review", { exact: true }).fill("Holds heat, and cleans well.");
    await form.getByLabel("Name shown with your review").fill("Ada");
    await form.getByRole("button", { name: "Send review" }).click();
    await expect(form.getByText("Please choose how many stars.")).toBeVisible();
    await expect(form.getByLabel("Title")).toHaveValue(title);
    await expectGood(page, javaScriptEnabled);
    await form.getByLabel("4 stars").check();
    await form.getByRole("button", { name: "Send review" }).click();
    await expect(page.getByText("Thank you. We’ll read your review")).toBeVisible();
    await expectGood(page, javaScriptEnabled);

    const staff = await context.newPage();
    await joinAs(staff, shop.directory, "editor");
    await staff.goto("/staff/reviews/");
    await staff.getByRole("link", { name: title }).click();
    await staff.getByLabel("Answer in public").fill("Thank you, Ada.");
    await staff.getByLabel("Show it").check();
    await staff.getByRole("button", { name: "Save" }).click();
    await expectGood(staff, javaScriptEnabled);

    await page.goto(productPage);
    const review = page.locator(".review").filter({ hasText: title });
    await expect(review).toContainText("verified purchase");
    await expect(review).toContainText("Thank you, Ada.");
    await expectGood(page, javaScriptEnabled);
  });
});
