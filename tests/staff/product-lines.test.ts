import { describe, expect, test } from "vitest";
import type { PictureFields, ScheduledPrice, VariantFields } from "../../server/catalog/rules/product-fields.ts";
import { pictureLines, priceLines, shownPictureLines, variantLines } from "../../server/staff/products/product-lines.ts";
import type { ChangeLine } from "../../server/staff/records/records.ts";

const variant = (id: string, change: Partial<VariantFields> = {}): VariantFields => ({
  id,
  sku: id.toUpperCase(),
  options: { Pack: `${id} seeds` },
  price: 1200,
  compareAt: null,
  grams: 5,
  barcode: "",
  lowStock: null,
  ...change,
});
const picture = (key: string, change: Partial<PictureFields> = {}): PictureFields => ({
  kind: "stored",
  key,
  alt: `of ${key}`,
  width: 1,
  height: 1,
  wantedUrl: null,
  ...change,
});
const names = new Map([["five", "5 seeds"]]);
const moment = (at: number) => `day ${at}`;
const price = (id: string, change: Partial<ScheduledPrice> = {}): ScheduledPrice => ({
  id,
  variantId: "five",
  price: 900,
  startsAt: 10,
  endsAt: 20,
  showsFormer: true,
  ...change,
});

/** The lines as the page words them. */
const read = (lines: readonly ChangeLine[]) =>
  lines.map(
    ({ label, part, before, after }) => `${label}: ${part ? `${part} ` : ""}${[before, after].filter(Boolean).join(" → ")}`,
  );

describe("what a history says of variants", () => {
  const all = [variant("five"), variant("ten"), variant("one", { options: {} })];
  test.each<[string, VariantFields[], string[]]>([
    ["a price", [variant("five", { price: 1400 }), ...all.slice(1)], ["Variant five seeds: price $12.00 → $14.00"]],
    [
      "other fields",
      [all[0], variant("ten", { compareAt: 1500, grams: 7, barcode: "4006381" }), all[2]] as VariantFields[],
      [
        "Variant ten seeds: compare-at price none → $15.00",
        "Variant ten seeds: weight 5 g → 7 g",
        "Variant ten seeds: barcode none → 4006381",
      ],
    ],
    [
      "one without options",
      [...all.slice(0, 2), variant("one", { options: {}, price: 1 })],
      ["Variant ONE: price $12.00 → $0.01"],
    ],
    [
      "its options",
      [variant("five", { options: { Pack: "6" } }), ...all.slice(1)],
      ["Variant five seeds: options five seeds → 6"],
    ],
    [
      "one more and one less",
      [...all.slice(1), variant("new", { grams: 0 })],
      ["Variant five seeds taken off sale: $12.00, 5 g", "Variant new seeds put on sale: $12.00"],
    ],
    [
      "the order",
      [all[1], all[0], all[2]] as VariantFields[],
      ["Order of variants: five seeds, ten seeds, ONE → ten seeds, five seeds, ONE"],
    ],
    ["nothing", all, []],
  ])("%s", (_what, after, expected) => {
    expect(read(variantLines(all, after))).toEqual(expected);
  });
});

describe("what a history says of pictures", () => {
  const all = [picture("a"), picture("b"), picture("c", { alt: "" })];
  test.each<[string, PictureFields[], string[]]>([
    [
      "the one for links",
      [picture("a", { sharing: "only" }), ...all.slice(1)],
      ["Picture 1: shared links not chosen → shown only there"],
    ],
    ["one less", [all[0], all[2]] as PictureFields[], ["Picture 2 removed: of b"]],
    ["one less without a description", all.slice(0, 2), ["Picture 3 removed: no description"]],
    ["one more", [...all, picture("d")], ["Picture 4 added: of d"]],
    ["a description", [...all.slice(0, 2), picture("c", { alt: "front" })], ["Picture 3: description no description → front"]],
    ["the order", [all[2], all[0], all[1]] as PictureFields[], ["Order of pictures: 1, 2, 3 → 3, 1, 2"]],
    ["the same picture twice", [...all, picture("a")], ["Picture 4 added: of a"]],
  ])("%s", (_what, after, expected) => {
    expect(read(pictureLines(all, after))).toEqual(expected);
  });

  test("which one shows a variant, and nothing of one that only moved", () => {
    const before = { pictures: all, shows: { five: 1, other: 2 } };
    const chosen = { pictures: all, shows: { five: 0, other: 2 } };
    expect(read(shownPictureLines(before, chosen, names))).toEqual(["Variant 5 seeds: picture 2 (of b) → 1 (of a)"]);
    expect(shownPictureLines(before, { pictures: [...all.slice(1), picture("a")], shows: { five: 0, other: 1 } }, names)).toEqual(
      [],
    );
    expect(read(shownPictureLines({ shows: { x: 0 } }, { shows: { x: 1 } }, names))).toEqual(["Variant: picture 1 → 2"]);
  });
});

describe("what a history says of prices for a time", () => {
  const all = [price("a"), price("b", { startsAt: 30, endsAt: null, variantId: "gone" })];
  test.each<[string, ScheduledPrice[], string[]]>([
    ["one that held", all.slice(1), ["Price for a time of 5 seeds: $9.00 from day 10 to day 20 → ended"]],
    ["one that had not begun", all.slice(0, 1), ["Price for a time: $9.00 from day 30 → removed"]],
    [
      "one more",
      [...all, price("c", { startsAt: 50, endsAt: 60, showsFormer: false })],
      ["Price for a time of 5 seeds: $9.00 from day 50 to day 60, without the compare-at price"],
    ],
    [
      "another end",
      [price("a", { endsAt: 25 }), ...all.slice(1)],
      ["Price for a time of 5 seeds: $9.00 from day 10 to day 20 → $9.00 from day 10 to day 25"],
    ],
  ])("%s", (_what, after, expected) => {
    expect(read(priceLines(all, after, 15, { moment, names }))).toEqual(expected);
  });
});
