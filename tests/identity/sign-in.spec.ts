import type { Page } from "@playwright/test";
import { openDatabase } from "../../server/db/open.ts";
import { mintCustomToken } from "../../server/identity/custom.ts";
import { expect, expectAccessible, test } from "../support/browser.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { emailsIn } from "../support/sent-emails.ts";

const secret = "Green-leaf-42";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const alive = (page: Page, name: string) => expect(page.locator(`[data-island=${name}][data-island-alive]`)).toHaveCount(1);

/** Waits for the email with this subject, and returns the path of its link. */
async function linkTo({ directory }: RunningShop, mail: string, subject: string): Promise<string> {
  const find = async () => (await emailsIn(directory)).find((email) => email.to === mail && email.subject.startsWith(subject));
  await expect.poll(find).toBeDefined();
  return (await find())?.link ?? "";
}

async function customToken({ directory }: RunningShop, mail: string): Promise<string> {
  const { db, close } = await openDatabase({ url: undefined, directory });
  const minted = await mintCustomToken(db, mail, Date.now());
  await close();
  if (!minted.ok) throw new Error(minted.error);
  return minted.value.token;
}

async function fillSignUp(page: Page, mail: string): Promise<void> {
  await page.getByLabel("First name").fill("Mary");
  await page.getByLabel("Email").fill(mail);
  await page.getByLabel("Password").fill(secret);
}

async function fillSignIn(page: Page, mail: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(mail);
  await page.getByLabel("Password").fill(password);
  await button(page, "Sign in").click();
}

const isSignedOut = async (page: Page) =>
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("user_id");

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a shopper signs up by the keyboard, signs out, and comes back to where a sign-in was asked for (requirements 26, 29, 177, 178, 185)", {
    tag: "@feature",
  }, async ({ page }) => {
    await page.goto("/identity/signup/");
    await alive(page, "signup-form");
    await fillSignUp(page, "phone@example.com");
    await expect(page.getByText("Strength: Strong")).toBeVisible();
    await expectAccessible(page);

    await page.keyboard.press("Enter");

    await expect(page).toHaveURL(/\/storefront\/$/);
    await page.getByRole("link", { name: "Account" }).click();
    await button(page, "Sign out").click();
    await expect(page).toHaveURL(/\/storefront\/$/);
    await isSignedOut(page);

    await page.goto("/storefront/dashboard/profile/");
    await expect(page).toHaveURL(/\/identity\/signin\/\?next=/);
    await alive(page, "signin-form");
    await fillSignIn(page, "phone@example.com", "Wrong-leaf-1");
    await expect(page.getByRole("alert")).toHaveText("Something went wrong!Invalid username or password");
    await expect(page.getByLabel("Email")).toHaveValue("phone@example.com");
    await expectAccessible(page);
    await fillSignIn(page, "phone@example.com", secret);
    await expect(page).toHaveURL(/\/storefront\/dashboard\/profile\/$/);
  });
});

test("a password is chosen anew by an email, and a custom token signs in by itself (requirements 27, 184)", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/identity/signin/");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email").fill("demo@example.com");
  await expectAccessible(page);
  await button(page, "Email me a link").click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();

  await page.goto(await linkTo(shop, "demo@example.com", "Reset your password"));
  await alive(page, "new-password");
  await page.getByLabel("New password").fill(secret);
  await expect(page.getByText("Strength: Strong")).toBeVisible();
  await expectAccessible(page);
  await button(page, "Set password").click();
  await expect(page.getByText("Password changed successfully.")).toBeVisible();
  await fillSignIn(page, "demo@example.com", secret);
  await expect(page).toHaveURL(/\/storefront\/$/);

  await page.context().clearCookies();
  await page.goto(`/identity/signin/?token=${await customToken(shop, "demo@example.com")}`);
  await expect(page).toHaveURL(/\/identity\/welcome\/$/);
  await expect(page.getByRole("heading", { name: "Welcome, Robin" })).toBeVisible();
  await expectAccessible(page);
});

test("the screens that emails lead to are clean, with scripts too", async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/identity/signup/");
  await fillSignUp(page, "letters@example.com");
  // The form is sent without the check for bots, as by a browser that cannot make this check.
  await page.locator("form[action='/identity/signup/']").evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByText("We sent an email to letters@example.com.")).toBeVisible();
  await expectAccessible(page);
  await page.goto(await linkTo(shop, "letters@example.com", "Finish creating your account"));
  await expectAccessible(page);
  await button(page, "Create my account").click();
  await expect(page).toHaveURL(/\/storefront\/$/);

  await page.goto("/identity/signup/");
  await alive(page, "signup-form");
  await fillSignUp(page, "confirms@example.com");
  await button(page, "Create account").click();
  await expect(page).toHaveURL(/\/storefront\/$/);
  await page.goto(await linkTo(shop, "confirms@example.com", "Confirm your email address"));
  await button(page, "Confirm").click();
  await expect(page.getByText("confirms@example.com is confirmed.")).toBeVisible();
  await expectAccessible(page);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test("an email opens the account, and a form signs in, out and back to where it was asked for", { tag: "@feature" }, async ({
    page,
    shop,
  }) => {
    await page.goto("/identity/signup/");
    await fillSignUp(page, "plain@example.com");
    await button(page, "Create account").click();
    await expect(page.getByText("We sent an email to plain@example.com.")).toBeVisible();
    await page.goto(await linkTo(shop, "plain@example.com", "Finish creating your account"));
    await button(page, "Create my account").click();
    await expect(page).toHaveURL(/\/storefront\/$/);

    await page.getByRole("link", { name: "Account" }).click();
    await button(page, "Sign out").click();
    await isSignedOut(page);
    await page.goto("/storefront/collections/?categories=glass");
    await page.locator(".card .heart").first().click();
    await expect(page).toHaveURL(/\/identity\/signin\/\?next=/);
    await fillSignIn(page, "plain@example.com", "Wrong-leaf-1");
    await expect(page.getByRole("alert")).toContainText("Invalid username or password");
    await fillSignIn(page, "plain@example.com", secret);
    await expect(page).toHaveURL(/\/storefront\/collections\/\?categories=glass$/);
  });

  test("a custom token takes a press on Continue, and asks who is somebody else first (requirements 27, 184)", async ({
    page,
    shop,
  }) => {
    for (const count of [0, 1]) {
      await page.goto(`/identity/signin/?token=${await customToken(shop, "demo@example.com")}`);
      await expect(page.getByText("You’re signed in as demo@example.com")).toHaveCount(count);
      await button(page, "Continue").click();
      await expect(page).toHaveURL(/\/identity\/welcome\/$/);
    }
    await page.getByRole("link", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/storefront\/$/);
  });
});
