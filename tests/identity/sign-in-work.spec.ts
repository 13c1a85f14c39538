import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { password, passwordHash } from "../support/customer-password.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { withDatabase } from "../support/signed-in.ts";

/** A customer for whose account strangers have entered many wrong passwords. */
async function attackedCustomer(shop: RunningShop, id: string): Promise<string> {
  const email = `${id}@example.com`;
  const nothing = { avatar: null, pending_email: null, disabled_at: null, email_verified: 1 };
  const row = { id, email, email_norm: email, password_hash: passwordHash, first_name: "Ann", created_at: 1, ...nothing };
  const tries = Array.from({ length: 20 }, (_, at) => ({
    id: `${id}-${at}`,
    kind: "password-mail",
    subject: email,
    at: Date.now(),
  }));
  await withDatabase(shop, async (db) => {
    await db.insertInto("customer").values(row).execute();
    await db.insertInto("counted_try").values(tries).execute();
  });
  return email;
}

const working = "Checking this sign-in first.";

/** Records when the page says that it works: on a fast machine the message is gone in a moment. */
const noteWork = (page: Page) =>
  page.evaluate((text) => {
    const note = () => document.body.textContent.includes(text) && sessionStorage.setItem("worked", "yes");
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, working);

async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
}

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

inCombinations(["1440 off"], ({ javaScriptEnabled, key }) => {
  test("after a stranger's many wrong passwords the owner comes in by the keyboard, with some work or a mailed link", async ({
    page,
    shop,
    watch,
  }) => {
    const email = await attackedCustomer(shop, `attacked-${key}`);
    if (javaScriptEnabled) {
      await page.goto("/identity/signin/?work=old");
      await expect(page.getByText("Sign in below to request a new one.")).toBeVisible();
      await expectAccessible(page);
    }
    await page.goto("/identity/signin/?next=/storefront/cart/");
    if (javaScriptEnabled) {
      await expect(page.locator("[data-island=signin-form][data-island-alive]")).toHaveCount(1);
      await noteWork(page);
    }
    await fillSignIn(page, email);
    await page.keyboard.press("Enter");
    if (!javaScriptEnabled) {
      await expect(page.getByText("One more step before you sign in")).toBeVisible();
      await shot(page, `sign-in-link-${key}`);
      await page.getByRole("button", { name: "Email me a link" }).press("Enter");
      await expect(page.getByText("Check your email")).toBeVisible();
      const linkOf = async () =>
        (await emailsIn(shop.directory)).find(({ to, link }) => to === email && link.includes("work="))?.link;
      await expect.poll(linkOf).toBeTruthy();
      await page.goto((await linkOf()) ?? "");
      await fillSignIn(page, email);
      await page.keyboard.press("Enter");
    } else if (process.env.SHOTS) {
      await expect(page.getByText(working)).toBeVisible();
      await shot(page, `sign-in-work-${key}`);
    }
    await page.waitForURL(/^[^?]*\/storefront\/cart\/$/);
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(expect.arrayContaining(["user_id", "device"]));
    if (javaScriptEnabled) expect(await page.evaluate(() => sessionStorage.getItem("worked"))).toBe("yes");
    // The only refusal is the one that asks for the work.
    expect(watch.errors.filter((error) => !error.includes("status of 403"))).toEqual([]);
    expect(watch.errors.length).toBeLessThanOrEqual(1);
    watch.errors.length = 0;
  });
});
