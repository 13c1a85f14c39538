import { describe, expect, test } from "vitest";
import { staffSynonymsPath } from "../../server/staff/paths.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop } from "../support/shop.ts";
import { send, staffBrowser } from "./staff-fixture.ts";

const seenIn = (html: string): string => /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? "none";
const undoIn = (html: string): string => /action="(\/staff\/changes\/[^"]+)"/.exec(html)?.[1] ?? "none";
const save = async (browser: TestBrowser, lines: string, seen?: string) =>
  await send(browser, staffSynonymsPath, staffSynonymsPath, {
    seen: seen ?? seenIn((await browser.get(staffSynonymsPath)).text),
    lines,
  });

describe.each(engines)("on %s", (engine) => {
  test("an editor writes which words mean the same, and shoppers find by them at once until that is undone", async () => {
    const test = await openShop({ engine, pays: false });
    await test.shop.db.updateTable("product").set({ name: "Zip Hoodie" }).where("id", "=", "p-1").execute();
    const editor = await staffBrowser(test, "editor");
    const shopper = test.browser();
    const listing = async () =>
      (await shopper.get("/storefront/collections/?q=sweatshirt")).text.includes('tabindex="-1">1 product<');
    const suggested = async () => {
      const answer = await fetch(`${test.url}/storefront/api/search/suggestions?q=sweatshirt`);
      return (await answer.text()).includes("Zip Hoodie");
    };
    expect([await listing(), await suggested()]).toEqual([false, false]);

    const refused = await save(editor, "sweatshirt = hoodie\nmug\n<b> = ");
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Line 2 needs words with &#x3D; between them");
    expect(refused.text).toContain("Line 3 has nothing on one side");
    expect(refused.text).toContain("sweatshirt &#x3D; hoodie\nmug\n&lt;b&gt; &#x3D; ");
    expect(await suggested()).toBe(false);

    const seen = seenIn((await editor.get(staffSynonymsPath)).text);
    expect((await save(editor, "sweatshirt = hoodie\n\nmug = cup")).status).toBe(303);
    await expect.poll(listing).toBe(true);
    expect(await suggested()).toBe(true);
    const conflict = await save(editor, "other = words", seen);
    expect([conflict.status, conflict.text.includes("other &#x3D; words"), conflict.text.includes("mug &#x3D; cup")]).toEqual([
      409,
      true,
      true,
    ]);

    const page = (await editor.get(staffSynonymsPath)).text;
    expect(page).toContain("sweatshirt &#x3D; hoodie\nmug &#x3D; cup</textarea>");
    expect((await send(editor, staffSynonymsPath, undoIn(page))).status).toBe(303);
    await expect.poll(listing).toBe(false);
    expect(await suggested()).toBe(false);
  });
});

test("who may only read sees the words, and changes none", async () => {
  const test = await openShop({ pays: false });
  const reader = await staffBrowser(test, "reader");
  const editor = await staffBrowser(test, "editor");
  await save(editor, "sweatshirt = hoodie");
  const page = await reader.get(staffSynonymsPath);
  expect([page.status, page.text.includes("sweatshirt &#x3D; hoodie"), page.text.includes("<textarea")]).toEqual([
    200,
    true,
    false,
  ]);
  expect((await editor.get("/staff/products/")).text).toContain(`href="${staffSynonymsPath}"`);
});
