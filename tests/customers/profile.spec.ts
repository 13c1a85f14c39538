import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { holdBack } from "../support/hold-back.ts";
import { shiftsOn, watchShifts } from "../support/layout-shifts.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { signIn } from "../support/signed-in.ts";

const profile = "/storefront/dashboard/profile/";
/** A retry needs another customer. */
const idOf = (name: string) => `${name}-${test.info().retry}`;
const save = { name: "Save", exact: true };
const toast = (page: Page, words: string) => expect(page.locator(".toast").last()).toContainText(words);

const picture = async () => ({
  name: "me.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 300, height: 200, channels: 3, background: "#2a6" } })
    .png()
    .toBuffer(),
});

/** The link in the email that asks to confirm this new address. */
async function linkTo(shop: RunningShop, email: string): Promise<string> {
  const found = async () => {
    const mine = (await emailsIn(shop.directory)).find(({ to, text }) => to === email && text.includes("identity/confirm"));
    return /\/identity\/confirm\/\?token=([\w-]{43})/.exec(mine?.text ?? "")?.[1];
  };
  await expect.poll(found, "an email").toBeDefined();
  return `/identity/confirm/?token=${await found()}`;
}

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("a customer changes fields by keyboard alone (requirements 193–196)", { tag: "@feature" }, async ({
    page,
    context,
    shop,
  }) => {
    await signIn(context, shop, idOf("keys"));
    await page.goto(profile);
    const edit = page.getByRole("button", { name: "Edit Phone" });
    await edit.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Phone", { exact: true })).toBeFocused();
    await expect(page.getByRole("button", save)).toBeDisabled();
    await page.keyboard.type("+1 512 555 0134");
    await page.keyboard.press("Enter");
    await toast(page, "phone saved correctly");
    await expect(edit).toBeFocused();
    await expect(page.getByText("+1 512 555 0134")).toBeVisible();

    await page.keyboard.press("Enter");
    await page.keyboard.type("999");
    await page.keyboard.press("Escape");
    await expect(edit).toBeFocused();
    await expect(page.getByText("+1 512 555 0134")).toBeVisible();

    await page.getByRole("button", { name: "Edit Gender" }).click();
    await page.getByLabel("Gender", { exact: true }).selectOption("Prefer not to say");
    await page.getByRole("button", save).click();
    await toast(page, "gender saved correctly");
    await page.getByRole("button", { name: "Edit Gender" }).click();
    await expect(page.getByLabel("Gender", { exact: true })).toHaveValue("undisclosed");
    await expectAccessible(page);
    await watchShifts(page);
    await page.reload();
    await expect(page.getByText("Prefer not to say")).toBeVisible();
    expect(await shiftsOn(page)).toEqual([]);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the camera brings a picture, which is there after the reload (requirements 199–204)", async ({ page, context, shop }) => {
    await signIn(context, shop, idOf("camera"));
    await page.goto(profile);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Change picture" }).click();
    await (await chooser).setFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    await toast(page, "Please upload a valid image file.");

    const again = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Change picture" }).click();
    const reloaded = page.waitForEvent("load");
    await (await again).setFiles(await picture());
    await toast(page, "avatar saved correctly");
    await reloaded;

    const seen = page.getByRole("img", { name: "You" });
    await expect(seen).toHaveAttribute("src", /^\/media\/avatars\/[0-9a-f]{32}\.webp$/);
    expect(await seen.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([200, 200]);
    await expect(page.getByRole("button", { name: "Change picture" })).toBeFocused();

    await page.getByRole("button", { name: "Remove picture" }).focus();
    await page.keyboard.press("Enter");
    await toast(page, "avatar removed correctly");
    await expect(seen).toBeHidden();
    await expect(page.getByRole("button", { name: "Change picture" })).toBeFocused();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
    await expect(seen).toBeHidden();
  });

  test("a new address leads to the sign-in, and counts once its link is followed (requirement 198)", async ({
    page,
    context,
    shop,
  }) => {
    await signIn(context, shop, idOf("mover"));
    const moved = `${idOf("moved")}@example.com`;
    await page.goto(profile);
    await page.getByRole("button", { name: "Edit Email" }).click();
    await page.getByLabel("Email").fill(moved);
    const leave = await holdBack(page, "**/identity/signin/");
    await page.getByRole("button", save).click();
    await toast(page, "email saved correctly");
    await expect(page.getByText(`Please confirm ${moved}`)).toBeVisible();
    leave();
    await page.waitForURL("**/identity/signin/");

    await page.goto(await linkTo(shop, moved));
    await expectAccessible(page);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText(`${moved} is confirmed.`)).toBeVisible();
  });
});

for (const width of [390, 1440])
  test.describe(`without scripts at ${width} px`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width, height: 900 } });

    test("fields, picture and address are changed by forms (requirements 193, 196, 200)", async ({ page, context, shop }) => {
      await signIn(context, shop, idOf(`plain-${width}`));
      await page.goto(profile);
      const part = page.locator(".record").filter({ hasText: "Birthday" });
      await part.getByText("Edit").click();
      await part.getByLabel("Birthday").fill("2090-01-01");
      await part.getByRole("button", save).click();
      await expect(page.getByText("Enter a day in the past.")).toBeVisible();
      await expect(part.getByLabel("Birthday")).toHaveValue("2090-01-01");
      await part.getByLabel("Birthday").fill("1990-05-04");
      await part.getByRole("button", save).click();
      await expect(page.getByText("birthday saved correctly")).toBeVisible();
      await expect(page.getByText("May 4, 1990")).toBeVisible();

      await page.locator(".avatar summary").click();
      await page.getByLabel("Picture").setInputFiles(await picture());
      await page.getByRole("button", { name: "Upload" }).click();
      await expect(page.getByText("avatar saved correctly")).toBeVisible();
      await expect(page.getByRole("img", { name: "You" })).toBeVisible();
      await page.getByRole("button", { name: "Remove picture" }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByText("avatar removed correctly")).toBeVisible();
      await expect(page.getByRole("img", { name: "You" })).toBeHidden();

      const email = page.locator(".record").filter({ hasText: "Email" });
      await email.getByText("Edit").click();
      await email.getByRole("button", { name: "Cancel" }).click();
      await expect(email.getByLabel("Email")).toBeHidden();
      await email.getByText("Edit").click();
      await email.getByLabel("Email").fill(`${idOf(`plain-${width}`)}@moved.example.com`);
      await email.getByRole("button", save).click();
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
      await page.goto(profile);
      await expect(page).toHaveURL(/\/identity\/signin\//);
    });
  });
