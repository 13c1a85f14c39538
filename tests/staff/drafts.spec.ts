import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser.ts";
import { inCombinations, scriptsOn } from "../support/combinations.ts";
import { expectGood, joinAs, joinPassword } from "./join-as.ts";

/** Simulates the session's end: the browser no longer has its cookie. */
const endSession = (page: Page) => page.context().clearCookies({ name: /staff$/ });

/** Signs in again after a form was sent without a session. */
async function proveByPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(joinPassword);
  await page.getByRole("button", { name: "Continue" }).click();
}

inCombinations(["1440 off"], ({ javaScriptEnabled }) => {
  test("a session that ends in mid-edit loses nothing that was typed", async ({ page, shop, watch }) => {
    const email = await joinAs(page, shop.directory, "manager");
    await page.goto(`${shop.url}/staff/rules/promos/new/`);
    const code = `mid${Date.now()}`;
    await page.getByLabel("Code", { exact: true }).fill(code);
    await page.getByLabel("Percent or dollars off").fill("15");
    await endSession(page);
    await page.getByRole("button", { name: "Create the promo" }).click();
    await expect(page.getByText("Nothing you entered is lost.")).toBeVisible();
    await expectGood(page, javaScriptEnabled);
    await proveByPassword(page, email);
    await expect(page.getByText("Created.")).toBeVisible();
    await expect(page.getByLabel("Percent or dollars off")).toHaveValue("15");

    await page.goto(`${shop.url}/staff/rules/promos/new/`);
    await expect(page.getByLabel("Code", { exact: true })).toHaveValue("");
    // The browser reports the response that asked for the sign-in.
    expect(watch.errors.splice(0).filter((error) => !/status of 403/.test(error))).toEqual([]);
  });
});

inCombinations(
  ["390 on"],
  () => {
    test("what was typed is back after a closed tab, a lost network, and another sign-in", async ({ page, shop, context }) => {
      const email = await joinAs(page, shop.directory, "editor");
      await page.goto(`${shop.url}/staff/products/new/`);
      await page.getByLabel("Name").fill("Half a product");
      await page.getByLabel("SKU of row 1").fill("HALF-1");
      const other = await context.newPage();
      await page.close();
      await other.goto(`${shop.url}/staff/products/new/`);
      await expect(other.getByText("What you typed here and did not save is back.")).toBeVisible();
      await expect(other.getByLabel("SKU of row 1")).toHaveValue("HALF-1");

      await context.setOffline(true);
      await other.getByRole("button", { name: "Add the product" }).click();
      await other.waitForURL(/chrome-error/);
      await context.setOffline(false);
      await other.goto(`${shop.url}/staff/products/new/`);
      await expect(other.getByLabel("Name")).toHaveValue("Half a product");

      await endSession(other);
      await other.goto(`${shop.url}/staff/products/new/`);
      await other.getByLabel("Email").fill(email);
      await other.getByLabel("Password").fill(joinPassword);
      await other.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(other.getByLabel("Name")).toHaveValue("Half a product");
      await expectGood(other, true);
      await other.getByRole("button", { name: "Discard it" }).click();
      await expect(other.getByLabel("Name")).toHaveValue("");

      // The product already has a grid; one row of it is taken off sale.
      await other.goto(`${shop.url}/staff/products/`);
      await other.locator("td[data-label='Product'] a").first().click();
      const address = other.url();
      await other.getByLabel("SKU of row 1").fill("HALF-2");
      await other.getByLabel("Row 1 is on sale").uncheck();
      const last = await context.newPage();
      await other.close();
      await last.goto(address);
      await expect(last.getByLabel("SKU of row 1")).toHaveValue("HALF-2");
      await expect(last.getByLabel("Row 1 is on sale")).not.toBeChecked();
      await last.getByRole("button", { name: "Discard it" }).click();
      await expect(last.getByLabel("Row 1 is on sale")).toBeChecked();
    });

    test("what met somebody else's change is back after the page that asks which to keep was closed", async ({
      page,
      shop,
      context,
      browser,
    }) => {
      await joinAs(page, shop.directory, "editor");
      await page.goto(`${shop.url}/staff/products/`);
      await page.locator("td[data-label='Product'] a").nth(1).click();
      const address = page.url();
      const name = await page.getByLabel("Name", { exact: true }).inputValue();
      await page.getByLabel("Name", { exact: true }).fill(`${name}, mine`);

      const others = await browser.newContext();
      const other = await others.newPage();
      await joinAs(other, shop.directory, "manager");
      await other.goto(address);
      const rename = async (to: string) => {
        await other.getByLabel("Name", { exact: true }).fill(to);
        await other.getByRole("button", { name: "Save", exact: true }).last().click();
        await expect(other.getByText("Saved.")).toBeVisible();
      };
      await rename(`${name}, theirs`);

      await page.getByRole("button", { name: "Save", exact: true }).last().click();
      await expect(page.getByText(", theirs").first()).toBeVisible();
      const next = await context.newPage();
      await page.close();
      await next.goto(address);
      await expect(next.getByText("What you typed here and did not save is back.")).toBeVisible();
      await expect(next.getByLabel("Name", { exact: true })).toHaveValue(`${name}, mine`);
      await next.getByRole("button", { name: "Discard it" }).click();
      await other.goto(address);
      await rename(name);
      await others.close();
    });

    test("what was ticked in the grid of states is back in the same view of it, and in no other", async ({
      page,
      shop,
      context,
    }) => {
      await joinAs(page, shop.directory, "manager");
      await page.goto(`${shop.url}/staff/rules/states/`);
      const views = page.getByRole("navigation", { name: "States" }).getByRole("link");
      const [shown = "", other = ""] = await views.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      const cell = (of: typeof page) => of.locator(".state-grid__cell input").first();
      await page.goto(shown);
      const isTicked = await cell(page).isChecked();
      await cell(page).click();
      const next = await context.newPage();
      await page.close();
      await next.goto(other);
      await expect(next.getByRole("heading", { name: "Where products are sold" })).toBeVisible();
      await next.goto(shown);
      await expect(next.getByText("What you typed here and did not save is back.")).toBeVisible();
      expect(await cell(next).isChecked()).toBe(!isTicked);
      await expectGood(next, true);
      await next.getByRole("button", { name: "Discard it" }).click();
      expect(await cell(next).isChecked()).toBe(isTicked);
      await next.goto(other);
      await expect(next.getByText("What you typed here and did not save is back.")).toBeHidden();
    });

    test("a slash leads to one search over everything", async ({ page, shop }) => {
      await joinAs(page, shop.directory, "owner");
      await page.goto(`${shop.url}/staff/products/`);
      await expect(page.locator("[data-island=shortcuts][data-island-alive]")).toBeAttached();
      await page.locator("body").press("/");
      await page.keyboard.type("demo@");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "Search for “demo@”" })).toBeVisible();
      await expectGood(page, true);
      const link = page.getByRole("link", { name: /^Order \d+$/ }).first();
      const number = /\d+/.exec((await link.textContent()) ?? "")?.[0] ?? "no order";
      await page.getByRole("searchbox", { name: "Search everything" }).fill(number);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: `Order ${number}` })).toBeVisible();
    });
  },
  scriptsOn,
);
