import { describe, expect, test } from "vitest";
import { openDates } from "../../server/dates.ts";
import { bannerKind, settingsKind } from "../../server/staff/content/kinds.ts";
import { scheduleKind } from "../../server/staff/products/schedule-kind.ts";
import type { RecordKind, WordsContext } from "../../server/staff/records/records.ts";
import { giftKind, methodKind, promoKind, taxKind } from "../../server/staff/selling/kinds.ts";

const context: WordsContext = {
  dates: openDates("America/New_York"),
  referenced: new Map([
    ["c-1", "Tea"],
    ["p-1", "Gold basil"],
    ["z-1", "Far"],
  ]),
};
const at = Date.UTC(2026, 10, 26, 5);
const inNewYork = "November 26, 2026 at 12:00 AM EST";

const words = <Fields extends object>(
  { words }: RecordKind<Fields & Record<string, unknown>>,
  field: string,
  value: unknown,
  record: object = {},
) => words?.(field as never, value, context, record as never);

describe("what a history says of a value", () => {
  test.each([
    ["a promo's begin", words(promoKind as never, "startsAt", at), inNewYork],
    ["a banner's begin", words(bannerKind as never, "startsAt", at), inNewYork],
    ["a schedule", words(scheduleKind as never, "publishAt", at), inNewYork],
    ["a tax's begin", words(taxKind as never, "nexusFrom", at), inNewYork],
    ["categories of a promo", words(promoKind as never, "categoryIds", ["c-1", "c-2"]), "Tea, removed category c-2"],
    ["products of a promo", words(promoKind as never, "productIds", ["p-1", "p-2"]), "Gold basil, removed product p-2"],
    ["products of a gift", words(giftKind as never, "productIds", ["p-1"]), "Gold basil"],
    ["a zone of a method", words(methodKind as never, "zoneId", "z-1"), "Far"],
    ["an amount off", words(promoKind as never, "amount", 500, { kind: "amount" }), "$5.00"],
    ["a percentage off", words(promoKind as never, "amount", 10, { kind: "percent" }), "10%"],
    ["no amount", words(promoKind as never, "amount", 0, { kind: "shipping" }), "nothing"],
    ["what a promo does", words(promoKind as never, "kind", "buy_get"), "Buy some, get some cheaper"],
    ["rates of categories", words(taxKind as never, "ofCategories", { "c-1": 82_500 }), "Tea: 8.25%"],
    ["steps of a price", words(methodKind as never, "steps", [{ from: 500, price: 900 }]), "from 500: $9.00"],
    ["a logo", words(settingsKind as never, "logo", "53cfb62.webp"), "a picture"],
  ])("%s", (_what, said, expected) => {
    expect(said).toBe(expected);
  });
});
