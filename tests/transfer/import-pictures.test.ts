import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { type FiledProduct, imported, running, timeoutMs, writtenFile } from "./import-process.ts";

/** A folder of pictures by name. */
async function folderOf(pictures: Record<string, Buffer>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "shop-photos-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  for (const [name, bytes] of Object.entries(pictures)) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), bytes);
  }
  return directory;
}

const photo = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

const textOf = async (shop: TestShop, path: string) => await (await fetch(shop.url + path)).text();
const product = "/storefront/products/fern-mug/";

/** The page's first picture with this alt text: its address, width and height on the page. */
function shownIn(html: string, alt: string) {
  const [, src = "", width, height] =
    new RegExp(`<img src="([^"]+)" alt="${alt}" width="(\\d+)" height="(\\d+)"`).exec(html) ?? [];
  return { src, width: Number(width), height: Number(height) };
}

async function kindsIn({ shop: { db } }: TestShop): Promise<string[]> {
  const rows = await db.selectFrom("product_media").select("kind").orderBy("position").execute();
  return rows.map(({ kind }) => kind);
}

describe.each(proofEngines)(
  "pictures that an owner brings from a folder while the shop is open, on %s",
  { timeout: timeoutMs },
  (engine) => {
    test("have a placeholder at first; when they are there, pages and cards show them at once, upright and in their own shape", async () => {
      const shop = await openShop({ engine, products: "none", pays: false });
      const products: FiledProduct[] = [{ slug: "fern-mug", title: "Fern Mug", pictures: ["front", "below"] }];
      await imported(shop, products);
      await vi.waitFor(async () => expect(shownIn(await textOf(shop, product), "front").src).toMatch(/\.svg$/));
      expect(shownIn(await textOf(shop, "/storefront/collections/"), "front").src).toMatch(/\.svg$/);
      const images = await folderOf({
        "fern-mug/front.jpg": await photo(400, 300, "#a33").jpeg().withMetadata({ orientation: 6 }).toBuffer(),
      });
      const file = await writtenFile(shop, products);

      const first = await running(shop, "import", file, "--no-pictures").ended;
      expect(first).toMatchObject({ code: 0, said: expect.stringContaining("0 created, 0 changed, 1 unchanged") });
      const second = await running(shop, "import", file, "--images", images).ended;

      expect(second.code).toBe(1);
      expect(second.said).toContain("fern-mug: https://pictures.test/fern-mug/below.jpg: ");
      expect(second.said).toContain("1 picture imported\n");
      expect(second.said).toContain("1 picture missing: placeholders are shown, and the next run tries again");
      const upright = { src: expect.stringMatching(/^\/media\/[0-9a-f]{32}-300\.webp$/), width: 300, height: 400 };
      const shown = async () => expect(shownIn(await textOf(shop, product), "front")).toEqual(upright);
      // PostgreSQL notifies others of a commit, and the notice may still be on its way.
      if (engine === "postgres") await vi.waitFor(shown);
      await shown();
      const card = shownIn(await textOf(shop, "/storefront/collections/"), "front");
      expect(card).toEqual(upright);
      const served = await fetch(shop.url + card.src);
      expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/webp"]);
      expect(await sharp(await served.arrayBuffer()).metadata()).toMatchObject({ width: 300, height: 400 });
    });

    test("that are a mere name in the file are found by it, or reported and found by the next run", async () => {
      const shop = await openShop({ engine, products: "none", pays: false });
      const file = join(shop.directory, "products.csv");
      await writeFile(
        file,
        "Handle,Title,Variant Price,Image Src,Image Position\nmug,Mug,10.00,photos/a.png,1\nmug,,,photos/b.png,2\n",
      );
      const images = await folderOf({ "photos/a.png": await photo(9, 9, "#333").png().toBuffer() });

      const without = await running(shop, "import", file, "--category", "glass").ended;
      expect(without).toMatchObject({
        code: 1,
        said: expect.stringContaining("give its folder with --images DIR"),
      });
      const half = await running(shop, "import", file, "--category", "glass", "--images", images).ended;
      expect(half).toMatchObject({ code: 1, said: expect.stringContaining(`mug: photos/b.png: it is not in ${images}`) });
      expect(await kindsIn(shop)).toEqual(["stored", "drawn"]);

      await writeFile(join(images, "photos/b.png"), await photo(8, 8, "#444").png().toBuffer());
      const whole = await running(shop, "import", file, "--category", "glass", "--images", images).ended;
      expect(whole).toMatchObject({ code: 0, said: expect.stringContaining("1 picture imported") });
      expect(await kindsIn(shop)).toEqual(["stored", "stored"]);
    });
  },
);

describe("the owner", { timeout: timeoutMs }, () => {
  test("is told before anything is written that the folder is none, or that two options exclude each other", async () => {
    const shop = await openShop({ products: "none", pays: false });
    const file = await writtenFile(shop, [{ slug: "fern-mug", title: "Fern Mug" }]);
    const runImport = async (...words: string[]) => await running(shop, "import", file, ...words).ended;
    expect(await runImport("--images", "/nowhere/at/all")).toMatchObject({
      code: 2,
      said: expect.stringContaining("there is no folder /nowhere/at/all"),
    });
    expect(await runImport("--images", file)).toMatchObject({ code: 2, said: expect.stringContaining("products-") });
    expect(await runImport("--images", shop.directory, "--no-pictures")).toMatchObject({
      code: 2,
      said: expect.stringContaining("--images and --no-pictures cannot be used together"),
    });
    expect(await runImport("--images")).toMatchObject({ code: 2 });
    expect(await shop.shop.db.selectFrom("product").select("id").execute()).toEqual([]);
  });

  test("may end the pictures by Ctrl-C: those in hand are finished, nothing is half there, and the rest waits", async () => {
    const shop = await openShop({ products: "none", pays: false });
    const names = Array.from({ length: 40 }, (_, n) => `view ${n}`);
    const pictures: Record<string, Buffer> = {};
    for (const [n, name] of names.entries())
      pictures[`fern-mug/${name}.jpg`] = await photo(900, 900, `#${100 + n}`)
        .jpeg()
        .toBuffer();
    const file = await writtenFile(shop, [{ slug: "fern-mug", title: "Fern Mug", pictures: names }]);

    const command = running(shop, "import", file, "--images", await folderOf(pictures));
    await vi.waitFor(async () => expect(await kindsIn(shop)).toContain("stored"));
    command.process.kill("SIGINT");

    const { code, said } = await command.ended;
    const waiting = (await kindsIn(shop)).filter((kind) => kind === "drawn").length;
    expect(code).toBe(130);
    expect(said).toContain(`Interrupted: ${waiting} pictures left. Run it again to import the rest.`);
    expect((await readdir(join(shop.directory, "media"))).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});
