import { describe, expect, test } from "vitest";
import { openDates } from "../../server/dates.ts";
import { bannerKind, settingsKind } from "../../server/staff/content-kinds.ts";
import { scheduleKind } from "../../server/staff/product-kind.ts";
import type { RecordKind, WordsContext } from "../../server/staff/records.ts";
import { methodKind, promoKind, taxKind } from "../../server/staff/selling/kinds.ts";

const context: WordsContext = { dates: openDates("America/New_York"), categories: new Map([["c-1", "Tea"]]) };
const at = Date.UTC(2026, 10, 26, 5);
const inNewYork = "November 26, 2026 at 12:00 AM EST";

const words = <Fields extends object>({ words }: RecordKind<Fields & Record<string, unknown>>, field: string, value: unknown) =>
  words?.(field as never, value, context);

describe("what a history says of a value", () => {
  test.each([
    ["a promo's begin", words(promoKind as never, "startsAt", at), inNewYork],
    ["a banner's begin", words(bannerKind as never, "startsAt", at), inNewYork],
    ["a schedule", words(scheduleKind as never, "publishAt", at), inNewYork],
    ["a tax's begin", words(taxKind as never, "nexusFrom", at), inNewYork],
    ["categories of a promo", words(promoKind as never, "categoryIds", ["c-1", "c-2"]), "Tea, a removed category"],
    ["rates of categories", words(taxKind as never, "ofCategories", { "c-1": 82_500 }), "Tea: 8.25%"],
    ["steps of a price", words(methodKind as never, "steps", [{ from: 500, price: 900 }]), "from 500: $9.00"],
    ["a logo", words(settingsKind as never, "logo", "53cfb62.webp"), "a picture"],
  ])("%s", (_what, said, expected) => {
    expect(said).toBe(expected);
  });
});
