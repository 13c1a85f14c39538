import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { staffCategoryPath, staffCategoryPicturePath } from "../../server/staff/paths.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop } from "../support/shop.ts";
import { fieldsIn, sendForm } from "./product-page.ts";
import { staffBrowser, tokenIn } from "./staff-fixture.ts";

const listing = "/storefront/collections/?categories=seeds";

async function upload(editor: TestBrowser, id: string, bytes: Buffer, alt: string) {
  const form = new FormData();
  form.append("_csrf", tokenIn(await editor.get(staffCategoryPath(id))));
  form.append("place", "head");
  form.append("alt", alt);
  form.append("picture", new Blob([new Uint8Array(bytes)]), "seeds.png");
  return await editor.request("POST", staffCategoryPicturePath(id), { body: form, headers: { accept: "text/html" } });
}

describe.each(engines)("on %s", (engine) => {
  test("a category's picture stands at the head of its two pages alone, is shared with them, stands for it at home, and can be removed", async () => {
    const shop = await openShop({ engine, pays: false });
    const editor = await staffBrowser(shop, "editor");
    const seeds = shop.shop.db.selectFrom("category").select("id").where("slug", "=", "seeds");
    const { id } = await seeds.executeTakeFirstOrThrow();
    const picture = await sharp({ create: { width: 1400, height: 420, channels: 3, background: "green" } })
      .png()
      .toBuffer();
    const page = async (path: string) => (await shop.browser().get(path)).text;
    const headOf = (text: string) => /<header class="page-head">([\s\S]*?)<\/header>/.exec(text)?.[1] ?? "no head";
    expect(headOf(await page(listing))).not.toContain("<img");

    const uploaded = await upload(editor, id, picture, "Seeds in <a> bowl");
    expect([uploaded.status, uploaded.headers.get("location")]).toEqual([303, `${staffCategoryPath(id)}?notice=saved`]);
    const text = await page(listing);
    const shown = /<img src="\/media\/([0-9a-f]{32})-1280\.webp" alt="Seeds in &lt;a&gt; bowl" width="1280" height="384"/;
    const [, name] = shown.exec(headOf(text)) ?? [];
    expect(name).toBeDefined();
    expect(headOf(text)).toContain(`/media/${name}-320.avif 320w`);
    expect(text).toMatch(new RegExp(`property="og:image" content="[^"]+/media/${name}-1280\\.webp"`));
    const landing = await page("/storefront/seeds/");
    for (const part of [headOf(landing), landing.slice(0, landing.indexOf("</head>"))])
      expect(part).toContain(`${name}-1280.webp`);
    expect(await page("/storefront/")).toContain(`/media/${name}-320.avif 320w`);
    for (const other of ["/storefront/collections/", `${listing}&q=product`])
      expect(headOf(await page(other))).not.toContain("<img");

    const own = staffCategoryPath(id);
    expect((await sendForm(editor, own, { intro: "All seeds." })).status).toBe(303);
    expect(headOf(await page(listing))).toContain(`${name}-1280.webp`);
    expect(Object.keys(fieldsIn(await editor.get(own), own))).toContain("pictureAlt");
    expect((await sendForm(editor, own, { picture: "1" })).status).toBe(303);
    expect(headOf(await page(listing))).not.toContain("<img");

    const refused = await upload(editor, id, Buffer.from("no picture"), "Seeds");
    expect([refused.status, refused.text.includes("seeds.png: it is not a")]).toEqual([415, true]);
  });
});
