import { describe, expect, test } from "vitest";
import { changedText, changesBetween, type QuoteTerms } from "../../server/checkout/rules/terms.ts";
import { texas } from "./shopper.ts";

const mug = { variantId: "v-1", name: "Mug, Blue", quantity: 1, gift: false, unitPrice: 1200 };
const gift = { variantId: "v-9", name: "Sticker", quantity: 1, gift: true, unitPrice: 0 };
const terms: QuoteTerms = {
  lines: [mug, gift],
  shippingAddress: { ...texas, phone: "" },
  shippingMethod: { id: "standard", name: "Standard" },
  email: "mary@example.com",
};
const since = (changed: Partial<QuoteTerms>, total = 1200) =>
  changesBetween({ total: 1200, terms }, { total, terms: { ...terms, ...changed } });

describe("what differs from what was shown", () => {
  test("is nothing while everything is as it was, in whatever order the lines stand and whatever they are called now", () => {
    expect(since({})).toEqual([]);
    expect(since({ lines: [gift, { ...mug, name: "Cup" }], shippingMethod: { id: "standard", name: "By ground" } })).toEqual([]);
  });

  test("is told with what was and what is, the total first", () => {
    const elsewhere = { ...texas, city: "Ottawa", postalCode: "K1A 0B1", country: "CA", countryArea: "ON" };
    const shippingMethod = { id: "expedited", name: "Expedited" };
    expect(
      since({ lines: [{ ...mug, quantity: 2 }], shippingAddress: elsewhere, shippingMethod, email: "m@example.com" }, 900),
    ).toEqual([
      { field: "total", old: "$12.00", new: "$9.00" },
      { field: "lines", old: "1 × Mug, Blue at $12.00; 1 × Sticker, a gift", new: "2 × Mug, Blue at $12.00" },
      {
        field: "shippingAddress",
        old: "Mary Lee, 12 Elm Street, Austin, Texas 78701, United States",
        new: "Mary Lee, 12 Elm Street, Ottawa, Ontario K1A 0B1, Canada, 512 555 0188",
      },
      { field: "shippingMethod", old: "Standard", new: "Expedited" },
      { field: "email", old: "mary@example.com", new: "m@example.com" },
    ]);
  });

  test.each([
    ["another variant at the same price", { lines: [{ ...mug, variantId: "v-2" }, gift] }, "lines"],
    ["a gift that went", { lines: [mug] }, "lines"],
    ["another quantity, though the total is the same", { lines: [{ ...mug, quantity: 2 }, gift] }, "lines"],
    ["a gift that is bought now, at no price", { lines: [mug, { ...gift, gift: false }] }, "lines"],
    ["another phone number", { shippingAddress: { ...texas, phone: "1" } }, "shippingAddress"],
    ["an address that was not there before", { shippingAddress: null }, "shippingAddress"],
    ["another spelling of the email", { email: "Mary@example.com" }, "email"],
  ] satisfies [string, Partial<QuoteTerms>, string][])("counts %s", (_what, changed, field) => {
    expect(since(changed).map((change) => change.field)).toEqual([field]);
  });

  test("is the total alone for a quote whose terms were erased", () => {
    const now = { total: 1200, terms: { ...terms, email: "m@example.com" } };
    expect(changesBetween({ total: 1200, terms: undefined }, now)).toEqual([]);
    expect(changesBetween({ total: 1000, terms: undefined }, now).map(({ field }) => field)).toEqual(["total"]);
  });
});

test("the refusal names the total where it changed, else all that did", () => {
  const change = (field: Parameters<typeof changedText>[0][number]["field"]) => ({ field, old: "a", new: "b" });
  expect([
    changedText([]),
    changedText([change("total"), change("email")]),
    changedText([change("shippingAddress")]),
    changedText([change("lines")]),
    changedText([change("shippingAddress"), change("email")]),
  ]).toEqual([
    "Your order total has changed.",
    "Your order total has changed.",
    "Your order’s shipping address has changed.",
    "Your order’s items have changed.",
    "Your order’s shipping address and email have changed.",
  ]);
});
