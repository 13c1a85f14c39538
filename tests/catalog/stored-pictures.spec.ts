import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { test as base, expect } from "../support/browser.ts";
import { shiftsOn, watchShifts } from "../support/layout-shifts.ts";
import { type RunningShop, removeShop, runShop } from "../support/running-shop.ts";

const root = join(import.meta.dirname, "../..");
const shapes = { square: [900, 900], wide: [1200, 800], tall: [800, 1200] } as const;

/** Imports one product for each shape, with a picture of that shape and another one. */
async function fill({ directory }: RunningShop): Promise<void> {
  const photos = join(directory, "photos");
  await mkdir(photos);
  const rows = ["Handle,Title,Variant Price,Variant Inventory Qty,Image Src,Image Position,Image Alt Text"];
  for (const [name, [width, height]] of Object.entries(shapes)) {
    const photo = sharp({ create: { width, height, channels: 3, background: "#b84" } });
    await photo.jpeg().toFile(join(photos, `${name}.jpg`));
    rows.push(`${name},A ${name} one,10.00,9,${name}.jpg,1,${name}`, `${name},,,,square.jpg,2,square`);
  }
  await writeFile(join(directory, "products.csv"), rows.join("\n"));
  const command = ["server/cli/main.ts", "import", join(directory, "products.csv"), "--category", "apparel", "--images", photos];
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: directory };
  await promisify(execFile)(process.execPath, command, { cwd: root, env });
}

/** A separate shop, because other tests count the demo shop's products. */
const test = base.extend<object, { shop: RunningShop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const shop = await runShop({ SEED: "none" });
      await fill(shop);
      await use(shop);
      await shop.end();
      await removeShop(shop.directory);
    },
    { scope: "worker" },
  ],
});

/** The pictures below `frames` that do not fill their frame, once the first picture has loaded. */
async function filling(page: Page, frames: string) {
  await page.locator(`${frames} img`).first().scrollIntoViewIfNeeded();
  await expect
    .poll(() => page.locator(`${frames} img`).evaluateAll(([image]) => (image as HTMLImageElement).naturalWidth))
    .not.toBe(0);
  return await page.locator(frames).evaluateAll((all) =>
    all.flatMap((frame) => {
      const image = frame.querySelector("img") as HTMLImageElement;
      const [inner, outer] = [image.getBoundingClientRect(), frame.getBoundingClientRect()];
      const fills = Math.abs(inner.width - outer.width) < 1 && Math.abs(inner.height - outer.height) < 1;
      const ratio = Number(image.getAttribute("width")) / Number(image.getAttribute("height"));
      return fills ? [] : [{ alt: image.alt, ratio, inner: [inner.width, inner.height], outer: [outer.width, outer.height] }];
    }),
  );
}

test.describe("pictures that an owner brought in", () => {
  for (const width of [390, 1440])
    test(`fill their frames in every shape, and nothing moves when they come, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await watchShifts(page);
      for (const [path, frames] of [
        ["/storefront/collections/", ".card__picture"],
        ["/storefront/products/wide/", "#pictures > li"],
        ["/storefront/products/tall/", "#pictures > li"],
      ] as const) {
        await page.goto(path);
        expect([path, await filling(page, frames)]).toEqual([path, []]);
        const taken = await page.locator(`${frames} img`).evaluateAll(([image]) => (image as HTMLImageElement).currentSrc);
        expect(taken).toMatch(/\/media\/[0-9a-f]{32}-\d+\.avif$/);
        expect([path, await shiftsOn(page)]).toEqual([path, []]);
      }
    });
});
