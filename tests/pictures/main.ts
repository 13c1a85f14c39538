// `npm run pictures` takes the pictures of docs/staff.md, which show the demo shop as its owner
// sees it, and the README's (`shop`). For every screen: `npm run pictures -- --out FOLDER --width
// 390 --scheme dark`; for some screens: `npm run pictures -- --only shop,categories,category`.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { joinAs } from "../staff/join-as.ts";
import { findChromium } from "../support/chromium.ts";
import { removeShop, runShop } from "../support/running-shop.ts";
import { type PicturedScreen, picturedScreens } from "./screens.ts";
import { takeShopPicture } from "./shop.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    width: { type: "string", default: "1200" },
    scheme: { type: "string", default: "light" },
    only: { type: "string", default: "" },
  },
});
const docs = join(import.meta.dirname, "../../docs");
const out = values.out ?? join(docs, "staff");
/** The height of a long page's picture, from the top; CSS px. */
const maxHeight = 1400;

async function open(page: Page, { path, link, below = "", first }: PicturedScreen): Promise<void> {
  await page.goto(path);
  await first?.(page);
  if (!link) return;
  const hrefs = await page.locator("main a[href]").evaluateAll((all) => all.map((a) => a.getAttribute("href") ?? ""));
  const found = hrefs.find((href) => link.test(href));
  if (!found) throw new Error(`${path} has no link like ${link}`);
  await page.goto(found + below);
}

const width = Number(values.width);
const wanted = values.only.split(",").filter((name) => name !== "");
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const screens = picturedScreens.filter(({ name }) => isWanted(name));
const shop = await runShop();
const browser = await chromium.launch(findChromium());
const page = await browser.newPage({
  baseURL: shop.url,
  viewport: { width, height: 900 },
  colorScheme: values.scheme === "dark" ? "dark" : "light",
  reducedMotion: "reduce",
});
const write = async (path: string, png: Buffer) => writeFile(path, await sharp(png).webp({ quality: 70 }).toBuffer());
try {
  await mkdir(out, { recursive: true });
  if (isWanted("shop")) await write(join(values.out ?? docs, "shop.webp"), await takeShopPicture(browser, shop.url));
  await joinAs(page, shop.directory, "owner", "robin@shop.example");
  for (const screen of screens) {
    await open(page, screen);
    await page.waitForLoadState("networkidle");
    const height = Math.min(maxHeight, await page.evaluate(() => document.documentElement.scrollHeight));
    const png = await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height } });
    await write(join(out, `${screen.name}.webp`), png);
    console.log(screen.name);
  }
} finally {
  await browser.close();
  await shop.end();
  await removeShop(shop.directory);
}
