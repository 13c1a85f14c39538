import { expect, test } from "vitest";
import { staffCatalogFilePath, staffProductPath } from "../../server/staff/paths.ts";
import { engines, openShop } from "../support/shop.ts";
import { sendForm } from "./product-page.ts";
import { staffBrowser } from "./staff-fixture.ts";

const page = staffProductPath("p-1");

test.each(engines)(
  "a product's title and description for search engines stand on its page, in a preview and in files, on %s",
  async (engine) => {
    const shop = await openShop({ engine, pays: false });
    const editor = await staffBrowser(shop, "editor");
    const head = async () => {
      const { text } = await shop.browser().get("/storefront/products/product-1/");
      return [/<title>([^<]*) ·/.exec(text)?.[1], /<meta name="description" content="([^"]*)"/.exec(text)?.[1]];
    };
    const usual = await head();

    const saved = await sendForm(editor, page, { seoTitle: "The first one", seoDescription: "Only here." });
    expect([saved.status, await head()]).toEqual([303, ["The first one", "Only here."]]);
    expect((await editor.get(page)).text).toMatch(
      /products\/product-1\/[\s\S]*<strong>The first one<\/strong>[\s\S]*Only here\./,
    );
    expect((await editor.get(staffCatalogFilePath)).text).toMatch(/SEO Title[\s\S]*The first one/);

    const long = await sendForm(editor, page, { seoDescription: "x".repeat(321) });
    expect([long.status, long.text]).toEqual([422, expect.stringContaining("can have up to 320 characters.")]);
    await sendForm(editor, page, { seoTitle: "", seoDescription: "" });
    expect(await head()).toEqual(usual);
  },
);
