// `npm run pictures`: the pictures of docs/staff.md, of the demo shop as its owner sees it. To look at
// every screen: `npm run pictures -- --out FOLDER --width 390 --scheme dark`; for some of them:
// `npm run pictures -- --only categories,category`.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { joinAs } from "../staff/join-as.ts";
import { findChromium } from "../support/chromium.ts";
import { removeShop, runShop } from "../support/running-shop.ts";
import { type PicturedScreen, picturedScreens } from "./screens.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string", default: join(import.meta.dirname, "../../docs/staff") },
    width: { type: "string", default: "1200" },
    scheme: { type: "string", default: "light" },
    only: { type: "string", default: "" },
  },
});
/** Of a long page, from its top; CSS px. */
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
const screens = picturedScreens.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const shop = await runShop();
const browser = await chromium.launch(findChromium());
const page = await browser.newPage({
  baseURL: shop.url,
  viewport: { width, height: 900 },
  colorScheme: values.scheme === "dark" ? "dark" : "light",
  reducedMotion: "reduce",
});
try {
  await mkdir(values.out, { recursive: true });
  await joinAs(page, shop.directory, "owner", "robin@shop.example");
  for (const screen of screens) {
    await open(page, screen);
    await page.waitForLoadState("networkidle");
    const height = Math.min(maxHeight, await page.evaluate(() => document.documentElement.scrollHeight));
    const png = await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height } });
    await writeFile(join(values.out, `${screen.name}.webp`), await sharp(png).webp({ quality: 70 }).toBuffer());
    console.log(screen.name);
  }
} finally {
  await browser.close();
  await shop.end();
  await removeShop(shop.directory);
}
