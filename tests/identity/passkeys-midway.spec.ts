import type { BrowserContext, Page } from "@playwright/test";
import { customerSubject } from "../../server/customers/security-events.ts";
import { transact } from "../../server/db/transaction.ts";
import { confirmTotpRow } from "../../server/identity/factors/queries.ts";
import { beginTotp, pendingSecret } from "../../server/identity/factors/totp.ts";
import { codeOf, stepAt } from "../../server/identity/factors/totp-code.ts";
import { password, signInAs } from "../customers/signed-in-customer.ts";
import { expect, test } from "../support/browser.ts";
import { copyDemoFolder } from "../support/demo-folder.ts";
import { freePort } from "../support/free-port.ts";
import { laterBuild } from "../support/later-build.ts";
import { isProof } from "../support/long-form.ts";
import { type RunningShop, removeShop, runShop } from "../support/running-shop.ts";
import { withDatabase } from "../support/signed-in.ts";
import { plugIn } from "../support/virtual-authenticator.ts";

const settings = "/storefront/dashboard/settings/";
const signIn = `/identity/signin/?next=${encodeURIComponent(settings)}`;
const secret = "midway ".repeat(8);

const alive = (page: Page, island: string) =>
  expect(page.locator(`[data-island=${island}][data-island-alive]`).first()).toBeAttached();
const makeProofOld = (shop: RunningShop, id: string) =>
  withDatabase(shop, (db) => db.updateTable("session").set({ authenticated_at: 1 }).where("customer_id", "=", id).execute());

/** A problem during a shopper's step: its beginning, its end, and the words shown. */
type Trouble = { begin: () => Promise<unknown>; end: () => Promise<unknown>; words: RegExp | undefined };

const unreachable = /We couldn’t reach the shop/;

/**
 * Adds an authenticator app for this customer. The returned function gives the code that is `later`
 * steps after the current one, since each code can be used only once.
 */
async function addApp(shop: RunningShop, id: string): Promise<(later: number) => string> {
  return await withDatabase(shop, async (db) => {
    const [subject, now] = [customerSubject(id), Date.now()];
    await beginTotp(db, subject, secret, now);
    const key = await pendingSecret(db, subject, secret, now);
    await transact(db, (tx) => confirmTotpRow(tx, subject, now));
    return (later) => codeOf(key ?? Buffer.alloc(0), stepAt(Date.now()) + later);
  });
}

/**
 * Adds a passkey, proves with it, and signs in with it and with a code. Each step meets the same
 * trouble.
 */
async function journey(page: Page, context: BrowserContext, shop: RunningShop, id: string, trouble: Trouble): Promise<void> {
  const inTrouble = async (press: () => Promise<unknown>, shown: () => Promise<unknown>) => {
    await trouble.begin();
    if (trouble.words) {
      await press();
      await expect(page.getByText(trouble.words).first()).toBeVisible();
    }
    await trouble.end();
    await shown();
    await press();
  };
  const { cdp, authenticatorId } = await plugIn(page);
  const answers = (enabled: boolean) => cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  await signInAs(context, shop, id);

  await test.step("while a passkey is added", async () => {
    await page.goto(settings);
    await alive(page, "passkey-add");
    const name = page.getByLabel("Name of the new passkey");
    await name.fill("My telephone");
    await inTrouble(
      () => page.getByRole("button", { name: "Add a passkey" }).click(),
      () => expect(name).toHaveValue("My telephone"),
    );
    await expect(page.getByText("The passkey was added.")).toBeVisible();
  });

  await test.step("while a change asks for a proof", async () => {
    await makeProofOld(shop, id);
    await page.getByRole("button", { name: "Download your data" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
    await expect(dialog).toBeVisible();
    const downloading = page.waitForEvent("download");
    await inTrouble(
      () => dialog.getByRole("button", { name: "Use a passkey" }).click(),
      () => expect(dialog).toBeVisible(),
    );
    expect((await downloading).suggestedFilename()).toMatch(/json$/);
  });

  await test.step("while a passkey signs in", async () => {
    await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
    // The simulated user does not answer the passkey list of the email field, since this test uses
    // only the button.
    await answers(false);
    await page.goto(signIn);
    await alive(page, "passkey-signin");
    await page.getByLabel("Email").fill("typed@example.com");
    await answers(true);
    await inTrouble(
      () => page.getByRole("button", { name: "Sign in with a passkey" }).click(),
      () => expect(page.getByLabel("Email")).toHaveValue("typed@example.com"),
    );
    await expect(page).toHaveURL(settings);
    await answers(false);
  });

  await test.step("while the app’s code is typed", async () => {
    const code = await addApp(shop, id);
    await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
    await page.goto(signIn);
    await page.getByLabel("Email").fill(`${id}@example.com`);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    const field = page.getByRole("textbox", { name: "Code" });
    await field.fill(code(1));
    await trouble.begin();
    if (trouble.words) {
      // The browser shows the error on its own page, and the sign-in still waits for its code.
      await field.press("Enter");
      await expect(field).toHaveCount(0);
      await trouble.end();
      await page.goBack();
      await field.fill(code(1));
    } else await expect(field).toHaveValue(/^\d{6}$/);
    await field.press("Enter");
    await expect(page).toHaveURL(settings);
  });
}

test.describe("in the middle of a proof", () => {
  test.use({ viewport: { width: 390, height: 900 } });

  test("a lost network is told of, loses nothing that was typed, and the next press goes through", async ({
    page,
    context,
    watch,
  }) => {
    const shop = await runShop({ SESSION_SECRET: secret }, await copyDemoFolder());
    try {
      const own = await context.browser()?.newContext({ baseURL: shop.url, viewport: page.viewportSize() });
      if (!own) throw new Error("there is no browser");
      const trouble = { begin: () => own.setOffline(true), end: () => own.setOffline(false), words: unreachable };
      await journey(await own.newPage(), own, shop, "midway-offline", trouble);
      await own.close();
    } finally {
      await shop.end();
      await removeShop(shop.directory);
    }
    expect(watch.errors).toEqual([]);
  });

  const ofProof = isProof ? test : undefined;
  // This test starts three shops.
  ofProof?.("a deploy goes unnoticed", async ({ page, context }) => {
    const [later, port, directory] = [await laterBuild(), await freePort(), await copyDemoFolder()];
    const env = { PORT: String(port), SESSION_SECRET: secret };
    let running = await runShop(env, directory);
    let isLater = false;
    try {
      const own = await context.browser()?.newContext({ baseURL: running.url, viewport: page.viewportSize() });
      if (!own) throw new Error("there is no browser");
      const begin = async () => {
        await running.end();
        isLater = !isLater;
        running = await runShop(env, directory, isLater ? later.root : undefined);
      };
      await journey(await own.newPage(), own, running, "midway-deploy", { begin, end: async () => {}, words: undefined });
      await own.close();
    } finally {
      await running.end();
      await removeShop(directory);
      later.remove();
    }
  });
});
