import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { mostFileBytes } from "../../server/staff/products/pictures-page.ts";
import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { expectGood, joinAs } from "./join-as.ts";

type SentFile = { name: string; mimeType: string; buffer: Buffer };

const picture = async (name: string, width: number, height: number, background: string): Promise<SentFile> => {
  const drawn = sharp({ create: { width, height, channels: 3, background } }).png();
  return { name, mimeType: "image/png", buffer: await drawn.toBuffer() };
};
const noPicture: SentFile = { name: "notes.png", mimeType: "image/png", buffer: Buffer.from("These are words.") };
const tooLarge: SentFile = { name: "huge.png", mimeType: "image/png", buffer: Buffer.alloc(mostFileBytes + 1) };
const [isNoPicture, isTooLarge] = [/notes\.png: .*picture|notes\.png: .*image/, /smaller than 15 MB/];

const srcOf = (image: Locator) => image.evaluate((element: HTMLImageElement) => element.src);
/** Expects that the picture itself has loaded, not only its description. */
const expectDrawn = (image: Locator) =>
  expect
    .poll(() => image.evaluate((element: HTMLImageElement) => (element.complete ? element.naturalWidth : 0)))
    .toBeGreaterThan(0);

/** Opens a page until it is as expected, since cached pages follow a change within seconds. */
const eventually = (page: Page, path: string, expected: () => Promise<void>) =>
  expect(async () => {
    await page.goto(path);
    await expected();
  }).toPass();

inCombinations(["390 on"], ({ javaScriptEnabled, key }) => {
  test("the owner gives the shop a logo, which stands in its header and on invoices, replaces it, and removes it", async ({
    page,
    shop,
  }) => {
    await joinAs(page, shop.directory, "owner");
    const form = page.getByRole("region", { name: "Logo", exact: true });
    const upload = async (file: SentFile) => {
      await form.getByLabel("New picture").setInputFiles(file);
      await form.getByRole("button", { name: "Upload", exact: true }).click();
    };
    const inHeader = page.getByRole("banner").locator("img.logo__picture");
    await page.goto("/staff/settings/");
    await expect(form.getByRole("img")).toHaveCount(0);
    await upload(await picture("leaf.png", 320, 80, "seagreen"));
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    await expectDrawn(form.getByRole("img"));
    await expectGood(page, javaScriptEnabled);
    const first = await srcOf(form.getByRole("img"));

    for (const [file, words] of [
      [noPicture, isNoPicture],
      [tooLarge, isTooLarge],
    ] as const) {
      await upload(file);
      await expect(page.getByRole("alert")).toContainText(words);
      expect(await srcOf(form.getByRole("img"))).toBe(first);
    }
    await expectGood(page, javaScriptEnabled);
    await eventually(page, "/storefront/", () =>
      expect(inHeader).toHaveAttribute("src", new URL(first).pathname, { timeout: 1000 }),
    );
    await expectDrawn(inHeader);
    await expectGood(page, javaScriptEnabled);

    await page.goto("/staff/orders/1001/");
    await page.getByRole("link", { name: "Invoice" }).click();
    const onInvoice = page.getByRole("article").getByRole("img");
    await expectDrawn(onInvoice);
    expect(await srcOf(onInvoice)).toBe(first);
    await expectGood(page, javaScriptEnabled);
    const invoice = page.url();

    await page.goto("/staff/settings/");
    const darkForm = page.getByRole("region", { name: "Logo for dark pages" });
    await darkForm.getByLabel("New picture").setInputFiles(await picture("night.png", 320, 80, "palegreen"));
    await darkForm.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    await expectGood(page, javaScriptEnabled);
    const dark = await srcOf(darkForm.getByRole("img"));
    const shownIn = (scheme: "light" | "dark") => async () => {
      await page.emulateMedia({ colorScheme: scheme });
      expect(await inHeader.evaluate((image: HTMLImageElement) => image.currentSrc)).toBe(scheme === "dark" ? dark : first);
    };
    await eventually(page, "/storefront/", shownIn("dark"));
    await expectGood(page, javaScriptEnabled);
    await eventually(page, "/storefront/", shownIn("light"));
    await page.goto("/staff/settings/");
    await darkForm.getByRole("button", { name: "Remove the logo for dark pages" }).click();
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    await expect(darkForm.getByRole("img")).toHaveCount(0);

    await upload(await picture("fern.png", 300, 100, "darkgreen"));
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    const second = await srcOf(form.getByRole("img"));
    expect(second).not.toBe(first);
    await eventually(page, invoice, async () => expect(await srcOf(onInvoice)).toBe(second));

    await page.goto("/staff/settings/");
    await form.getByRole("button", { name: "Remove the logo" }).click();
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    await expect(form.getByRole("img")).toHaveCount(0);
    await eventually(page, "/storefront/", () => expect(inHeader).toHaveCount(0, { timeout: 1000 }));
    await eventually(page, invoice, () => expect(onInvoice).toHaveCount(0, { timeout: 1000 }));
  });

  test("an editor gives a banner its picture, which stands on the shop's home page, replaces it, and removes it", async ({
    page,
    shop,
  }) => {
    const alt = `Ferns at ${key}`;
    await joinAs(page, shop.directory, "editor");
    await page.goto("/staff/pages/banners/new/");
    await page.getByLabel("Title", { exact: true }).fill(`Ferns ${key}`);
    await page.getByLabel("Place", { exact: true }).fill("900");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Added.")).toBeVisible();
    const banner = new URL(page.url()).pathname;

    const form = page.getByRole("region", { name: "Wide picture" });
    const description = form.getByLabel("What it shows");
    const upload = async (file: SentFile, words: string) => {
      await form.getByLabel("New picture").setInputFiles(file);
      await description.fill(words);
      await form.getByRole("button", { name: "Upload", exact: true }).click();
    };
    const atHome = page.getByRole("main").getByRole("img", { name: alt, exact: true });
    for (const [file, words] of [
      [noPicture, isNoPicture],
      [tooLarge, isTooLarge],
    ] as const) {
      await upload(file, alt);
      await expect(page.getByRole("alert")).toContainText(words);
      await expect(page.getByLabel("Title", { exact: true })).toHaveValue(`Ferns ${key}`);
      await expect(description).toHaveValue(alt);
      await expect(form.getByRole("img")).toHaveCount(0);
    }
    await expectGood(page, javaScriptEnabled);
    await upload(await picture("ferns.png", 800, 350, "seagreen"), alt);
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    await expectDrawn(form.getByRole("img", { name: alt }));
    await expectGood(page, javaScriptEnabled);
    const first = await srcOf(form.getByRole("img"));
    await eventually(page, "/storefront/", async () => expect(await srcOf(atHome)).toBe(first));
    await atHome.scrollIntoViewIfNeeded();
    await expectDrawn(atHome);
    await expectGood(page, javaScriptEnabled);

    await page.goto(banner);
    await upload(await picture("moss.png", 900, 400, "olive"), alt);
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    const second = await srcOf(form.getByRole("img"));
    expect(second).not.toBe(first);
    await eventually(page, "/storefront/", async () => expect(await srcOf(atHome)).toBe(second));

    await page.goto(banner);
    for (const label of ["Wide picture", "Description of the wide picture"])
      await page.getByRole("textbox", { name: label, exact: true }).fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(form.getByRole("img")).toHaveCount(0);
    await eventually(page, "/storefront/", () => expect(atHome).toHaveCount(0, { timeout: 1000 }));
    await page.goto(banner);
    await page.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("Removed.")).toBeVisible();
  });

  test("an editor adds a product's pictures, of which a bad one loses none, and removes them", async ({ page, shop }) => {
    const [one, other] = [`front of ${javaScriptEnabled}`, `back of ${javaScriptEnabled}`];
    await joinAs(page, shop.directory, "editor");
    await page.goto("/staff/products/");
    await page.locator("main td a[href^='/staff/products/']").first().click();
    const inShop = (await page.getByRole("link", { name: "In the shop" }).getAttribute("href")) ?? "";
    const panel = page.getByRole("region", { name: "Pictures", exact: true });
    const save = () => panel.getByRole("button", { name: "Save the pictures" }).click();
    const descriptions = page.getByLabel("Description for those who can’t see it");
    await page.waitForLoadState();
    const before = await descriptions.count();
    const upload = async (...files: SentFile[]) => {
      await page.locator("input[name=pictures]").setInputFiles(files);
      await page.getByRole("button", { name: "Upload", exact: true }).click();
    };
    const good = await picture(`${one}.png`, 600, 600, "tan");
    const inStage = page.locator("#pictures").getByRole("img", { name: one, exact: true });

    await upload(good, noPicture, tooLarge);
    if (javaScriptEnabled) {
      const sent = page.getByRole("status").getByRole("listitem");
      await expect(sent.nth(1)).toContainText(isNoPicture);
      await expect(sent.nth(2)).toContainText(isTooLarge);
      await expect(sent.nth(0).getByRole("progressbar", { name: `Upload of ${one}.png` })).toHaveAttribute("value", "1");
      await expectGood(page, javaScriptEnabled);
      await page.getByRole("link", { name: "Show those that came" }).click();
    } else {
      await expect(page.getByRole("alert")).toContainText(isTooLarge);
      await upload(good, noPicture);
      await expect(page.getByRole("alert")).toContainText(isNoPicture);
      await expect(descriptions).toHaveCount(before);
      await upload(good);
    }
    await expect(descriptions).toHaveCount(before + 1);
    await descriptions.last().fill(one);
    await save();
    await expect(panel.getByText("Saved.", { exact: true })).toBeVisible();
    await upload(await picture(`${other}.png`, 600, 600, "brown"));
    await expect(page.getByText("Added. Describe them")).toBeVisible();
    await expect(descriptions).toHaveCount(before + 2);
    await expectGood(page, javaScriptEnabled);
    const pictures = page.url();
    const move = (number: number) => panel.getByRole("button", { name: `Move picture ${number} up`, exact: true });
    await move(before + 2).press("Enter");
    // Without scripts the button saves, and the picture has a new number.
    if (javaScriptEnabled) {
      await expect(panel.getByText(`Moved to place ${before + 1}.`)).toBeVisible();
      await expect(move(before + 2)).toBeFocused();
      await expect(panel.getByLabel("Place")).toHaveCount(before + 2);
      await expect(panel.getByLabel("Place").last()).toHaveValue(String(before + 2));
      await save();
    }
    await expect(panel.getByText("Saved.", { exact: true })).toBeVisible();
    await expect(descriptions.last()).toHaveValue(one);
    await page.goto(inShop);
    await inStage.scrollIntoViewIfNeeded();
    await expectDrawn(inStage);
    await expectGood(page, javaScriptEnabled);

    await page.goto(pictures);
    for (const number of [before + 1, before + 2]) await page.getByLabel(`Remove picture ${number}`, { exact: true }).check();
    await save();
    await expect(panel.getByText("Saved.", { exact: true })).toBeVisible();
    await expect(descriptions).toHaveCount(before);
    await page.goto(inShop);
    await expect(inStage).toHaveCount(0);
  });
});

test("pictures of a dialog that opened before its form came alive are sent", async ({ page, shop }) => {
  await joinAs(page, shop.directory, "editor");
  await page.goto("/staff/products/");
  await page.locator("main td a[href^='/staff/products/']").first().click();
  await expect(page.getByRole("link", { name: "In the shop" })).toBeVisible();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/picture-upload/, async (route) => {
    await released;
    await route.continue();
  });
  // The event "load" would wait for the held script.
  await page.reload({ waitUntil: "commit" });
  const chooser = page.waitForEvent("filechooser");
  await page.locator("input[name=pictures]").click();
  const dialog = await chooser;
  release();
  await expect(page.locator("[data-island=picture-upload][data-island-alive]")).toBeVisible();

  await dialog.setFiles([await picture("dialog.png", 600, 600, "tan"), noPicture]);
  await page.getByRole("button", { name: "Upload", exact: true }).click();

  const sent = page.getByRole("status").getByRole("listitem");
  await expect(sent.nth(1)).toContainText(isNoPicture);
  await page.getByRole("link", { name: "Show those that came" }).click();
  await expect(page.getByLabel("Description for those who can’t see it").last()).toHaveValue("");
});

test("pictures are dragged into another order, which is saved with the form", async ({ page, shop }) => {
  await joinAs(page, shop.directory, "editor");
  await page.goto("/staff/products/");
  await page.locator("main td a[href^='/staff/products/']").nth(1).click();
  const panel = page.getByRole("region", { name: "Pictures", exact: true });
  const rows = panel.locator(".pictures > li");
  const descriptions = page.getByLabel("Description for those who can’t see it");
  const before = await rows.count();
  const [first, second] = [await picture("first.png", 600, 600, "tan"), await picture("second.png", 600, 600, "brown")];
  await page.locator("input[name=pictures]").setInputFiles([first, second]);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(rows).toHaveCount(before + 2);
  await descriptions.nth(before).fill("First");
  await descriptions.nth(before + 1).fill("Second");
  await expect(page.locator("[data-island=picture-upload][data-island-alive]")).toBeVisible();

  await rows
    .nth(before + 1)
    .getByRole("img")
    .dragTo(rows.nth(before).getByRole("img"), { targetPosition: { x: 20, y: 4 } });
  await expect(panel.getByText(`Moved to place ${before + 1}.`)).toBeVisible();
  await expect(descriptions.nth(before)).toHaveValue("Second");
  await panel.getByRole("button", { name: "Save the pictures" }).click();
  await expect(panel.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(descriptions.nth(before)).toHaveValue("Second");
  await expect(descriptions.nth(before + 1)).toHaveValue("First");
});
