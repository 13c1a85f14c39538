import { describe, expect, test } from "vitest";
import { openCleaner } from "../../server/catalog/clean-products.ts";
import { cleaningRules, cleanWithSource, sourceOf } from "../../server/catalog/description.ts";
import type { Db } from "../../server/db/tables.ts";
import type { Draft } from "../../server/transfer/rules/draft.ts";
import { importBatch } from "../../server/transfer/writing/batch.ts";
import { type Engine, engines, now, openCatalog } from "../catalog/open-catalog.ts";

const malicious = '<p onclick="x()">Linen.</p><script>alert(1)</script><img src=x onerror=y()>';
const clean = "<p>Linen.</p>";

const apron = (description: string, slug = "apron"): Draft => ({
  line: 2,
  slug,
  name: "Apron",
  category: "apparel",
  brand: "Fernwork",
  description,
  published: true,
  pictures: [],
  variants: [
    {
      line: 2,
      key: slug,
      sku: "",
      name: "",
      options: {},
      price: 4850,
      compareAt: undefined,
      onHand: 3,
      grams: 0,
      barcode: "",
      picture: "",
    },
  ],
});

/** Imports aprons with these descriptions; returns the results, and the texts that were cleaned. */
async function bring(db: Db, ...drafts: readonly Draft[]) {
  const cleaned: string[] = [];
  const cleaner = (raw: string) => {
    cleaned.push(raw);
    return cleanWithSource(raw);
  };
  const outcomes = await importBatch(db, drafts, { stock: "kept", now, isDrawing: () => false, clean: cleaner });
  return { saved: outcomes.map((outcome) => (outcome.ok ? outcome.value.saved : outcome.error)), cleaned };
}

const stored = (db: Db) =>
  db.selectFrom("product").select(["description", "description_source"]).where("slug", "=", "apron").executeTakeFirstOrThrow();
const kept = { description: clean, description_source: sourceOf(malicious, clean) };

async function openWithApron(engine: Engine): Promise<Db> {
  const db = await openCatalog(engine);
  await bring(db, apron(malicious));
  return db;
}

describe.each(engines)("a description that is imported again on %s", (engine) => {
  test("as it was is not cleaned again, though the shop sells others", async () => {
    const db = await openCatalog(engine);
    const products = [apron(malicious), apron("<p>Cotton.</p>", "cap"), apron("", "bag")];
    expect((await bring(db, ...products)).cleaned).toEqual([malicious, "<p>Cotton.</p>", ""]);

    expect(await bring(db, ...products)).toEqual({ saved: ["unchanged", "unchanged", "unchanged"], cleaned: [] });

    expect(await stored(db)).toEqual(kept);
  });

  test("as another text is cleaned, also where only what is taken out differs", async () => {
    const db = await openWithApron(engine);
    const other = `${malicious}<script>alert(2)</script>`;

    expect(await bring(db, apron(other))).toEqual({ saved: ["unchanged"], cleaned: [other] });
    expect(await stored(db)).toEqual({ description: clean, description_source: sourceOf(other, clean) });
    expect((await bring(db, apron(other))).cleaned).toEqual([]);

    const raw = "<p>Hemp.</p><iframe></iframe>";
    expect(await bring(db, apron(raw))).toEqual({ saved: ["changed"], cleaned: [raw] });
    expect((await stored(db)).description).toBe("<p>Hemp.</p>");
  });

  test.each([malicious, "<p>Linen!</p>", ""])("is cleaned anew when somebody else made it %j in the database", async (text) => {
    const db = await openWithApron(engine);
    await db.updateTable("product").set({ description: text }).execute();

    expect(await bring(db, apron(malicious))).toEqual({ saved: ["changed"], cleaned: [malicious] });

    expect(await stored(db)).toEqual(kept);
  });

  test.each([
    ["it has no mark", null],
    ["other rules cleaned it", sourceOf(malicious, clean, `${cleaningRules}.`)],
    ["its mark is empty", ""],
  ])("is cleaned where %s, which changes nothing that an owner sees", async (_, source) => {
    const db = await openWithApron(engine);
    await db.updateTable("product").set({ description_source: source }).execute();
    const { updated_at } = await db.selectFrom("product").select("updated_at").executeTakeFirstOrThrow();

    expect(await bring(db, apron(malicious))).toEqual({ saved: ["unchanged"], cleaned: [malicious] });

    expect(await stored(db)).toEqual(kept);
    expect(await db.selectFrom("product").select("updated_at").executeTakeFirstOrThrow()).toEqual({ updated_at });
    expect((await bring(db, apron(malicious))).cleaned).toEqual([]);
  });

  test("is cleaned anew when malicious HTML was stored with other rules' mark", async () => {
    const db = await openWithApron(engine);
    const unsafe = { description: malicious, description_source: sourceOf(malicious, malicious, "[0]") };
    await db.updateTable("product").set(unsafe).execute();

    expect((await bring(db, apron(malicious))).saved).toEqual(["changed"]);

    expect(await stored(db)).toEqual(kept);
  });
});

test("a source tells where the raw text ends and the clean one begins", () => {
  expect(sourceOf("ab", "c")).not.toBe(sourceOf("a", "bc"));
});

test("equal descriptions of one run are cleaned once, and many long ones are not all remembered", () => {
  const cleaned: string[] = [];
  const cleaner = openCleaner((raw) => {
    cleaned.push(raw);
    return cleanWithSource(raw);
  });
  const texts = Array.from({ length: 20 }, (_, n) => `<p>${n}</p>${"a ".repeat(20_000)}`);

  expect(cleaner(malicious)).toEqual({ html: clean, source: sourceOf(malicious, clean) });
  expect(cleaner(malicious).html).toBe(clean);
  expect(cleaned).toEqual([malicious]);

  for (const text of [...texts, malicious]) cleaner(text);
  expect(cleaned).toEqual([malicious, ...texts, malicious]);
});
