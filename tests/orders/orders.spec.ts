import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { signIn } from "../support/signed-in.ts";
import { orderIn } from "./demo-order.ts";

const overview = "/storefront/dashboard/";
const lookup = "/storefront/orders/lookup/";
const ask = { name: "Ask us to cancel" };
const toast = (page: Page, words: string) => expect(page.locator(".toast")).toContainText(words);
const state = (page: Page) => page.locator(".order .state");

/** The link in the email to this address. */
async function linkTo(shop: RunningShop, email: string): Promise<string> {
  const found = async () => {
    const mine = (await emailsIn(shop.directory)).find(({ to, text }) => to === email && text.includes("orders/lookup"));
    return /\/storefront\/orders\/lookup\/\?token=([\w-]{43})/.exec(mine?.text ?? "")?.[1];
  };
  await expect.poll(found, "an email").toBeDefined();
  return `${lookup}?token=${await found()}`;
}

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("a customer asks for a cancelation, and is not tried again (requirements 231–238)", async ({ page, context, shop }) => {
    await signIn(context, shop, "orders-asks");
    const { number } = await orderIn(shop, { customerId: "orders-asks" });
    await page.goto(overview);
    await expect(page.getByRole("heading", { name: "Hello, Ann" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: `Order ${number}` }).click();
    await page.getByRole("button", ask).click();
    const send = page.getByRole("button", { name: "Send request" });
    await expect(send).toBeDisabled();
    await expectAccessible(page);
    await page.getByLabel("Reason").selectOption("item price too high");
    await send.click();

    await toast(page, "Order cancellation requested successfully.");
    await expect(page.getByRole("button", ask)).toHaveCount(0);
    await page.reload();
    await expect(page.getByText("You asked us to cancel this order.")).toBeVisible();
    await expect(page.getByRole("button", ask)).toHaveCount(0);
    await expect(state(page)).toHaveText("Cancellation requested");
    await expectAccessible(page);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a customer cancels at once by keyboard, and sees the order as it is then (requirements 241, 242)", {
    tag: "@feature",
  }, async ({ page, context, shop }) => {
    await signIn(context, shop, "orders-cancels");
    const { id } = await orderIn(shop, { customerId: "orders-cancels" });
    await page.goto(`${overview}orders/${id}/`);
    const now = page.getByRole("button", { name: "Cancel order now" });
    await now.press("Enter");
    await page.keyboard.press("Escape");
    await expect(now).toBeFocused();
    await now.press("Enter");
    await page.getByRole("button", { name: "Yes, cancel the order" }).press("Enter");

    await toast(page, "Order canceled successfully!");
    await expect(state(page)).toHaveText("Canceled");
    await expect(page.locator(".order__cancel")).toHaveCount(0);
    await page.goto(overview);
    await expect(page.locator(".past-order .state")).toHaveText("Canceled");
    await expectAccessible(page);
  });

  test("a new customer finds an empty overview, a guest the look-up (requirement 246)", async ({ page, context, shop }) => {
    for (const query of ["", "?notice=link-sent", "?token=lapsed"]) {
      await page.goto(lookup + query);
      await expectAccessible(page);
    }
    await signIn(context, shop, "orders-new");
    await page.goto(overview);
    await expect(page.getByRole("heading", { name: "No orders yet" })).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test("a guest comes to an order by an email and asks for its cancelation (requirements 235–238)", async ({ page, shop }) => {
    const { number } = await orderIn(shop, { email: "guest@example.com" });
    await page.goto(lookup);
    await page.getByLabel("Order number").fill(`#${number}`);
    await page.getByLabel("Email").fill("Guest@example.com");
    await page.getByRole("button", { name: "Email me a link" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await page.goto(await linkTo(shop, "guest@example.com"));
    await page.getByRole("button", { name: "View order" }).click();
    await expect(page.getByRole("heading", { name: `Order ${number}` })).toBeVisible();
    await expect(page.getByText("Cancel order now")).toHaveCount(0);
    await page.getByText(ask.name).click();
    await page.getByLabel("Reason").selectOption("other");
    await page.getByRole("button", { name: "Send request" }).click();

    await expect(page.getByText("Order cancellation requested successfully.")).toBeVisible();
    await page.reload();
    await expect(page.getByText(ask.name)).toHaveCount(0);
  });

  test("a customer cancels at once, and reads that it is done (requirements 241, 242)", async ({ page, context, shop }) => {
    await signIn(context, shop, "orders-plain");
    const { number } = await orderIn(shop, { customerId: "orders-plain" });
    await page.goto(overview);
    await page.getByRole("link", { name: `Order ${number}` }).click();
    await page.getByText("Cancel order now").click();
    await page.getByRole("button", { name: "Yes, cancel the order" }).click();

    await expect(page.getByText("Order canceled successfully!")).toBeVisible();
    await expect(state(page)).toHaveText("Canceled");
  });
});
