import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { ensureCategories } from "../../server/catalog/categories.ts";
import { addReviews } from "../../server/catalog/reviews.ts";
import { forbid } from "../../server/catalog/states.ts";
import { exportCommand } from "../../server/cli/export.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { completed, drawnKey } from "../../server/demo/drawings/spec.ts";
import { newProduct, productId, saveAll, variant } from "../catalog/open-catalog.ts";
import { engines, type Owner, openOwner } from "../cli/open-owner.ts";
import { saveAttribute } from "../support/save-catalog.ts";

const stored = `${"a".repeat(32)}-960.webp`;
const drawing = drawnKey(completed({ category: "glass", seed: "beaker" }));

const pictures = [
  { kind: "stored" as const, key: stored, alt: "Kept" },
  { kind: "drawn" as const, key: drawing, alt: "Drawn" },
  { kind: "drawn" as const, key: drawing, alt: "Awaited", wantedUrl: "https://elsewhere.test/beaker.jpg?v=1" },
];

/** Writes two products for sale and an unpublished one. */
async function stock(db: Db): Promise<void> {
  await transact(db, async (tx) => {
    await ensureCategories(tx);
    const values = [
      { slug: "oak", name: "Oak" },
      { slug: "ash", name: "Ash" },
      { slug: "elm", name: "Elm" },
    ];
    await saveAttribute(tx, { slug: "wood", name: "Wood, solid", position: 0, values });
  });
  const sizes = ["S", "L"].map((size) => variant(`cap/${size}`, { name: size, options: { Size: size } }));
  await saveAll(db, [
    newProduct("cap", { variants: sizes, published: false, attributes: [{ attribute: "wood", value: "oak" }] }),
    newProduct("beaker", { pictures, attributes: [{ attribute: "wood", value: "ash" }] }),
    newProduct("apron", { name: "=Apron", description: '<p>One "two",\nthree.</p>' }),
  ]);
}

const recordsIn = async (path: string): Promise<Record<string, string>[]> =>
  parse(await readFile(path, "utf8"), { columns: true, record_delimiter: "\r\n" });

describe.each(engines)("the owner exports the catalogue on %s", (engine) => {
  test("all products are in the file by slug, with pictures where they can be had", async () => {
    const { db, path, run } = await openOwner(engine, { PUBLIC_URL: "https://shop.test/" });
    await stock(db);

    const { status, out, err } = await run(exportCommand, path("products.csv"));

    expect([status, out, err]).toEqual([
      0,
      [],
      [
        `3 products with 4 variants and 3 pictures written to ${path("products.csv")}`,
        "A product CSV does not include: 1 attribute value that no product has",
      ],
    ]);
    const wood = "Wood, solid (product.metafields.attributes.wood)";
    const records = await recordsIn(path("products.csv"));
    expect(records.map((row) => [row.Handle, row.Title, row["Option1 Value"], row.Status, row["Image Src"], row[wood]])).toEqual([
      ["apron", "'=Apron", "Default Title", "active", "", ""],
      ["beaker", "beaker", "Default Title", "active", `https://shop.test/media/${stored}`, "Ash [ash 1]"],
      ["beaker", "", "", "", `https://shop.test/media/drawn/${drawing}.svg`, ""],
      ["beaker", "", "", "", "https://elsewhere.test/beaker.jpg?v=1", ""],
      ["cap", "cap", "S", "draft", "", "Oak [oak 0]"],
      ["cap", "", "L", "", "", ""],
    ]);
    expect(records[0]?.["Body (HTML)"]).toBe('<p>One "two",\nthree.</p>');
    expect(records[0]?.["Created (product.metafields.storefront.created)"]).toBe("2020-01-01T00:00:00.000Z");
  });

  test("what the format cannot hold is counted, or named, and told by the exit status", async () => {
    const { db, path, run } = await openOwner(engine);
    await stock(db);
    const four = { A: "1", B: "2", C: "3", D: "4" };
    await saveAll(db, [newProduct("dial", { variants: [variant("dial", { options: four })] })]);
    await db.updateTable("variant").set({ active: 0 }).where("key", "=", "cap/L").execute();
    await db.updateTable("category").set({ intro: "Ours." }).where("slug", "=", "glass").execute();
    const cap = await productId(db, "cap");
    await transact(db, async (tx) => {
      await addReviews(tx, cap, [{ author: "Ada", stars: 5, title: "", body: "", at: 0 }]);
      await forbid(tx, { country: "US", area: "ID", categoryId: undefined, productId: cap });
    });

    const { status, err } = await run(exportCommand, path("products.csv"));

    expect(status).toBe(1);
    expect(err).toEqual([
      `3 products with 3 variants and 3 pictures written to ${path("products.csv")}`,
      "dial is not in the file: it has 4 options, but the format has only 3",
      "A product CSV does not include: 1 variant no longer sold, 1 review, 1 state rule, 1 category name and text, 1 attribute value that no product has",
      `PUBLIC_URL is not set: to import 1 picture stored by this shop, use import --images ${path("media")}`,
    ]);
  });

  test("a shop with nothing in it gives a file with nothing but its headers", async () => {
    const { path, run } = await openOwner(engine);
    expect((await run(exportCommand, path("products.csv"))).status).toBe(0);
    expect(await readFile(path("products.csv"), "utf8")).toMatch(/^Handle,Title,.*\r\n$/);
  });

  test("more products than are asked for at once come all, each once, and far ones are told of on the way", async () => {
    const { db, path, run } = await openOwner(engine);
    await transact(db, ensureCategories);
    const slugs = Array.from({ length: 777 }, (_, n) => `product-${n}`);
    await transact(db, async (tx) => {
      const { id } = await tx.selectFrom("category").select("id").limit(1).executeTakeFirstOrThrow();
      const column = { category_id: id, label: null, created_at: 0, updated_at: 0 };
      await tx
        .insertInto("product")
        .values(slugs.map((slug) => ({ id: slug, slug, name: slug, ...column })))
        .execute();
      const each = { name: "", price: 100, compare_at: null };
      await tx
        .insertInto("variant")
        .values(slugs.map((slug) => ({ id: slug, product_id: slug, key: slug, ...each })))
        .execute();
    });
    await run(exportCommand, path("products.csv"));
    expect((await recordsIn(path("products.csv"))).map(({ Handle }) => Handle)).toEqual(slugs.toSorted());
  });
});

const names = (directory: string) => readdir(directory).then((all) => all.filter((name) => name.includes("products")).sort());

describe("the file", () => {
  test("is readable by its owner alone", async () => {
    const { path, run } = await openOwner("sqlite");
    await run(exportCommand, path("products.csv"));
    expect((await stat(path("products.csv"))).mode & 0o777).toBe(0o600);
  });

  test("of others that is there already is replaced only when the owner says so, and a link to it stays a link", async () => {
    const { directory, path, run } = await openOwner("sqlite");
    await writeFile(path("products.csv"), "from the other shop");
    await symlink(path("products.csv"), path("link"));

    expect(await run(exportCommand, path("products.csv"))).toEqual({
      status: 2,
      out: [],
      err: [`${path("products.csv")} already exists and is not an export of this shop: add --force to replace it`],
    });
    expect(await readFile(path("products.csv"), "utf8")).toBe("from the other shop");

    expect((await run(exportCommand, path("link"), "--force")).status).toBe(0);
    expect(await readlink(path("link"))).toBe(path("products.csv"));
    expect(await readFile(path("products.csv"), "utf8")).toContain("Handle,Title");
    expect(await names(directory)).toEqual(["products.csv"]);
  });

  test("that is empty, or an older export, is replaced without more words", async () => {
    const { db, path, run } = await openOwner("sqlite");
    await writeFile(path("products.csv"), "");
    expect((await run(exportCommand, path("products.csv"))).status).toBe(0);
    const older = await readFile(path("products.csv"), "utf8");
    await stock(db);

    expect((await run(exportCommand, path("products.csv"))).status).toBe(0);
    expect((await readFile(path("products.csv"), "utf8")).length).toBeGreaterThan(older.length);
  });

  test("stays as it was when the export breaks off", async () => {
    const { db, directory, path, run } = await openOwner("sqlite");
    await stock(db);
    await writeFile(path("products.csv"), "yesterday's");
    await db.schema.dropTable("product_media").execute();

    await expect(run(exportCommand, path("products.csv"), "--force")).rejects.toThrow("product_media");

    expect(await names(directory)).toEqual(["products.csv"]);
    expect(await readFile(path("products.csv"), "utf8")).toBe("yesterday's");
  });

  test.each(["SIGTERM", "SIGINT", "SIGKILL"] as const)("stays as it was when %s ends the export", async (signal) => {
    const { directory, path } = await openOwner("sqlite");
    await writeFile(path("products.csv"), "yesterday's");
    const server = (file: string) => JSON.stringify(join(import.meta.dirname, "../../server", file));
    const program = `const { openTarget } = await import(${server("transfer/export-target.ts")});
      const { onInterrupt } = await import(${server("cli/interrupt.ts")});
      const { value } = await openTarget(${JSON.stringify(path("products.csv"))}, "replaced", onInterrupt);
      await value.write("half");
      process.kill(process.pid, "${signal}");
      setTimeout(() => {}, 60_000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" });

    expect(await once(child, "exit")).toEqual([null, signal]);

    expect(await readFile(path("products.csv"), "utf8")).toBe("yesterday's");
    if (signal !== "SIGKILL") expect(await names(directory)).toEqual(["products.csv"]);
  });
});

describe("wrong use and files that cannot be are told in words, and end with 2", () => {
  test.each<[args: (owner: Owner) => string[], words: string]>([
    [() => [], "give one file: export FILE.csv\nSee npm run store -- export --help"],
    [() => ["a.csv", "b.csv"], "give only one file, not: a.csv, b.csv\nSee npm run store -- export --help"],
    [() => ["a.csv", "--forse"], "unknown option --forse\nSee npm run store -- export --help"],
    [({ path }) => [path("none/products.csv")], "~/none/products.csv cannot be created: there is no such folder"],
    [({ path }) => [path("store.db/products.csv")], "~/store.db/products.csv cannot be created: there is no such folder"],
    [({ path }) => [path("folder"), "--force"], "~/folder is a folder: name a file in it"],
    [({ path }) => [path("store.db"), "--force"], "~/store.db is not an older export: choose another file"],
    [() => ["/dev/null", "--force"], "/dev/null is not a regular file: use “-” for standard output"],
  ])("%s %s", async (args, words) => {
    const owner = await openOwner("sqlite");
    await mkdir(owner.path("folder"));
    const { status, out, err } = await owner.run(exportCommand, ...args(owner));
    expect([status, out, err.map((line) => line.replaceAll(owner.directory, "~"))]).toEqual([2, [], [words]]);
  });
});

describe("standard output", () => {
  const program = join(import.meta.dirname, "../../server/cli/main.ts");
  const store = (directory: string) => {
    const env = { PATH: process.env.PATH, DATA_DIR: directory };
    return spawn(process.execPath, [program, "export", "-"], { env, stdio: ["ignore", "pipe", "pipe"] });
  };

  test("takes the file alone, what the owner is told goes to the other", async () => {
    const { db, directory } = await openOwner("sqlite");
    await stock(db);
    const child = store(directory);
    const [written, told] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(parse(written)).toHaveLength(7);
    expect(told).toMatch(/^3 products with 4 variants and 3 pictures written\n/);
  });

  test("that nobody reads any more is told in words", async () => {
    const { directory } = await openOwner("sqlite");
    const child = store(directory);
    child.stdout.destroy();
    const [told, [status]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect([status, told]).toEqual([2, "the reader of standard output stopped before the end\n"]);
  });
});
