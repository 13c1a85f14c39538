import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { passwordHash } from "../support/customer-password.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { withDatabase } from "../support/signed-in.ts";

/** A customer whose links strangers have requested many times. */
async function flooded(shop: RunningShop, id: string): Promise<string> {
  const email = `${id}@example.com`;
  const nothing = { avatar: null, pending_email: null, disabled_at: null };
  const row = { id, email, email_norm: email, password_hash: passwordHash, first_name: "Ann", created_at: 1, ...nothing };
  const tries = ["letter-reset", "letter-lookup"].flatMap((kind) =>
    [1, 2, 3].map((at) => ({
      id: `${id}-${kind}-${at}`,
      kind,
      subject: kind === "letter-lookup" ? `1001 ${email}` : email,
      at: Date.now(),
    })),
  );
  await withDatabase(shop, async (db) => {
    await db.insertInto("customer").values(row).execute();
    await db.insertInto("counted_try").values(tries).execute();
  });
  return email;
}

const working = "Checking this request first.";

/** Records when the page says that it works: on a fast machine the message is gone in a moment. */
const noteWork = (page: Page) =>
  page.evaluate((text) => {
    const note = () => document.body.textContent.includes(text) && sessionStorage.setItem("worked", "yes");
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, working);

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

inCombinations(["390 on"], ({ javaScriptEnabled, key }) => {
  for (const [path, heading] of [
    ["/identity/reset/?next=/storefront/cart/", "Forgot your password?"],
    ["/storefront/orders/lookup/", "Find an order"],
  ] as const)
    test(`whose links strangers requested gets another by the keyboard with some work, or is told of them: ${heading}`, async ({
      page,
      shop,
      watch,
    }) => {
      const email = await flooded(shop, `flooded-${heading.length}-${key.replace(" ", "-")}`);
      await page.goto(path);
      if (javaScriptEnabled) {
        await expect(page.locator("[data-island=link-request][data-island-alive]")).toHaveCount(1);
        await noteWork(page);
        // The page itself shows the broken rule, and keeps the typed text.
        await page.getByLabel("Email").fill("nobody");
        await page.keyboard.press("Enter");
        await expect(page.locator("#email[aria-invalid]")).toHaveValue("nobody");
        await expect(page.locator("[data-island=link-request][data-island-alive]")).toHaveCount(1);
        await noteWork(page);
      }
      if (path.includes("lookup")) await page.getByLabel("Order number").fill("1001");
      await page.getByLabel("Email").fill(email);
      await page.keyboard.press("Enter");
      if (!javaScriptEnabled) {
        await expect(page.getByText("Please open the newest one.")).toBeVisible();
        await expect(page.getByLabel("Email")).toHaveValue(email);
        await shot(page, `mail-work-${heading.length}-${key}`);
        watch.errors.splice(0);
        return;
      }
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => sessionStorage.getItem("worked"))).toBe("yes");
      if (path.includes("reset")) {
        const mailed = async () =>
          (await emailsIn(shop.directory)).some(({ to, link }) => to === email && link.includes("token="));
        await expect.poll(mailed).toBe(true);
        await expect(page.getByRole("link", { name: "Back to sign in" })).toHaveAttribute("href", /next=%2Fstorefront%2Fcart%2F/);
      }
      // The refusals are those that ask for the work, and that of the wrong email.
      expect(watch.errors.splice(0).filter((error) => !/status of (403|422)/.test(error))).toEqual([]);
    });
});
