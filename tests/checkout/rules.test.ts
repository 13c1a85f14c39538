import { describe, expect, test } from "vitest";
import { giftEligibility, giftHolds } from "../../server/checkout/rules/gift.ts";
import { decreaseQuantity, increaseQuantity } from "../../server/checkout/rules/lines.ts";
import { type Promo, promoCovers, promoRefusal } from "../../server/checkout/rules/promo.ts";
import { stateErrors, stockRefusal } from "../../server/checkout/rules/ready.ts";
import { stepBefore, stepsAt } from "../../server/checkout/rules/steps.ts";
import { refuse as refusal } from "../../server/outcome.ts";
import { nextPath } from "../../server/web/next-path.ts";

describe("the quantity of a line (requirements 54, 55)", () => {
  test("grows by the step, never above the stock, and stops at 99", () => {
    expect(increaseQuantity(1, 2, 10)).toEqual({ ok: true, value: 3 });
    expect(increaseQuantity(98, 5, 500)).toEqual({ ok: true, value: 99 });
    expect(increaseQuantity(2, 1, 2)).toMatchObject({ ok: false, code: "out_of_stock", error: "Only 2 of this item are left." });
    expect(increaseQuantity(1, 1, 1)).toMatchObject({ error: "Only 1 of this item is left." });
    expect(increaseQuantity(0, 1, 0)).toMatchObject({ error: "This item is out of stock." });
  });

  test("shrinks by the step, down to nothing", () => {
    expect(decreaseQuantity(3, 2)).toBe(1);
    expect(decreaseQuantity(3, 3)).toBe(0);
    expect(decreaseQuantity(3, 99)).toBe(0);
  });
});

const promo: Promo = {
  id: "p",
  code: "TEN",
  automatic: false,
  label: "TEN",
  kind: "percent",
  amount: 10,
  buyGet: undefined,
  scope: { categoryIds: [], productIds: [] },
  methods: [],
  minimum: 3000,
  usageLimit: 2,
  used: 0,
  oncePerCustomer: true,
  firstOrderOnly: false,
  customerTag: "",
  startsAt: 100,
  endsAt: 200,
  active: true,
};
const fresh = { others: 0, before: false, ordered: false, tagged: false };
const basis = { value: 3000, units: 3 };

describe("a promo code", () => {
  test("holds from its first to its last moment, from its minimum on, below its limit", () => {
    expect(promoRefusal(promo, fresh, basis, 100)).toBeUndefined();
    expect(promoRefusal(promo, { ...fresh, others: 1 }, basis, 200)).toBeUndefined();
  });

  test("tells why it does not hold", () => {
    expect(promoRefusal({ ...promo, active: false }, fresh, basis, 150)).toEqual(
      refusal("promo_unknown", "This promo code isn’t valid."),
    );
    expect(promoRefusal(promo, fresh, basis, 99)).toEqual(refusal("promo_unknown", "This promo code isn’t valid."));
    expect(promoRefusal(promo, fresh, basis, 201)).toEqual(refusal("promo_refused", "This promo code has ended."));
    expect(promoRefusal(promo, { ...fresh, others: 2 }, basis, 150)).toEqual(
      refusal("promo_refused", "This promo code has been used up."),
    );
    expect(promoRefusal(promo, { ...fresh, before: true }, basis, 150)).toEqual(
      refusal("promo_refused", "You’ve already used this promo code."),
    );
    expect(promoRefusal(promo, fresh, { ...basis, value: 2999 }, 150)).toEqual(
      refusal("promo_refused", "This promo code requires $30.00 or more in products."),
    );
  });

  test("of many uses each does not ask who used it before", () => {
    expect(promoRefusal({ ...promo, oncePerCustomer: false }, { ...fresh, before: true }, basis, 150)).toBeUndefined();
  });
});

describe("a promo code of some products", () => {
  const limited = { ...promo, scope: { categoryIds: ["seeds"], productIds: ["tray"] } };

  test("is for products of its categories, and for its own", () => {
    expect(promoCovers(promo, { productId: "cap", categoryId: "apparel" })).toBe(true);
    expect(promoCovers(limited, { productId: "basil", categoryId: "seeds" })).toBe(true);
    expect(promoCovers(limited, { productId: "tray", categoryId: "glass" })).toBe(true);
    expect(promoCovers(limited, { productId: "cap", categoryId: "apparel" })).toBe(false);
  });

  test("says what is missing of them", () => {
    expect(promoRefusal(limited, fresh, { value: 0, units: 0 }, 150)).toMatchObject({
      error: "This promo code isn’t for any of these products.",
    });
    expect(promoRefusal(limited, fresh, { value: 2999, units: 1 }, 150)).toMatchObject({
      error: "This promo code requires $30.00 or more in the products it’s for.",
    });
  });

  test("that gives units for units needs a whole group of them", () => {
    const buyGet = { buy: 2, get: 1, percent: 100 };
    const both = { ...promo, minimum: 0, kind: "buy_get", amount: 0, buyGet } as const;
    expect(promoRefusal(both, fresh, { value: 3000, units: 3 }, 150)).toBeUndefined();
    expect(promoRefusal(both, fresh, { value: 3000, units: 2 }, 150)).toMatchObject({
      error: "This promo code requires 3 or more of any products.",
    });
    expect(promoRefusal({ ...both, scope: limited.scope }, fresh, { value: 3000, units: 2 }, 150)).toMatchObject({
      error: "This promo code requires 3 or more of the products it’s for.",
    });
  });
});

test("a promo code for a first order is refused to who has ordered, or used it", () => {
  const first = { ...promo, oncePerCustomer: false, firstOrderOnly: true };
  const words = { code: "promo_refused", error: "This promo code is for a first order." };
  expect(promoRefusal(first, fresh, basis, 150)).toBeUndefined();
  expect(promoRefusal(first, { ...fresh, ordered: true }, basis, 150)).toMatchObject(words);
  expect(promoRefusal(first, { ...fresh, before: true }, basis, 150)).toMatchObject(words);
  expect(promoRefusal(promo, { ...fresh, ordered: true }, basis, 150)).toBeUndefined();
});

describe("gifts (requirement 51)", () => {
  const rules = [
    { threshold: 20_000, productIds: ["pipe"] },
    { threshold: 10_000, productIds: ["tray", "pin"] },
  ];

  test("below the first rule a shopper sees what is missing and what it would be", () => {
    expect(giftEligibility(rules, 9_000)).toEqual({
      eligible: false,
      threshold: 10_000,
      remaining: 1_000,
      productIds: ["tray", "pin"],
    });
  });

  test("every rule that is reached offers its gifts", () => {
    expect(giftEligibility(rules, 10_000)).toMatchObject({ eligible: true, remaining: 0, productIds: ["tray", "pin"] });
    expect(giftEligibility(rules, 20_000)).toMatchObject({ threshold: 20_000, productIds: ["tray", "pin", "pipe"] });
  });

  test("a gift is earned only while its own rule holds", () => {
    expect(giftHolds(giftEligibility(rules, 15_000), "tray")).toBe(true);
    expect(giftHolds(giftEligibility(rules, 15_000), "pipe")).toBe(false);
    expect(giftHolds(giftEligibility(rules, 5_000), "tray")).toBe(false);
  });

  test("no rules, no gifts; and an empty cart earns none, whatever the rule", () => {
    expect(giftEligibility([], 50_000)).toMatchObject({ eligible: false, productIds: [] });
    expect(giftEligibility([{ threshold: 0, productIds: ["pin"] }], 0).eligible).toBe(false);
  });
});

describe("what must hold before a payment", () => {
  const line = { variantId: "v", productId: "p", categoryId: "c", productName: "Pipe", quantity: 2, left: 5, active: true };
  const texas = { country: "US", countryArea: "TX" };
  const rule = { country: "US", area: "TX", categoryId: undefined, productId: undefined };

  test("products that a state forbids are named at the field that could change it", () => {
    const forbidden = stateErrors([line, { ...line, quantity: 1 }], texas, [{ ...rule, productId: "p" }]);
    expect(forbidden).toEqual([{ field: "countryArea", message: "“Pipe” can’t be sold in Texas." }]);
    expect(stateErrors([line], texas, [{ ...rule, categoryId: "c" }])).toHaveLength(1);
    expect(stateErrors([line], texas, [{ ...rule, categoryId: "d", productId: "q" }])).toEqual([]);
  });

  test("lines of one variant, such as a gift, count together against the stock", () => {
    expect(stockRefusal([line])).toBeUndefined();
    expect(
      stockRefusal([
        { ...line, quantity: 5 },
        { ...line, quantity: 1 },
      ]),
    ).toBe("Only 5 of “Pipe” are left.");
    expect(stockRefusal([{ ...line, left: 1 }])).toBe("Only 1 of “Pipe” is left.");
    expect(stockRefusal([{ ...line, left: 0 }])).toBe("“Pipe” is out of stock.");
    expect(stockRefusal([{ ...line, active: false }])).toBe("“Pipe” is no longer sold.");
  });
});

describe("the order of the steps", () => {
  const all = { cart: true, email: true, address: true, method: true };

  test("a step whose answer before it is missing leads to the first one that is", () => {
    expect(stepBefore("payment", all, "c")).toBeUndefined();
    expect(stepBefore("payment", { ...all, method: false }, "c")).toBe("/storefront/checkout/shipping_method/c/");
    expect(stepBefore("payment", { ...all, email: false, method: false }, "c")).toBe("/storefront/checkout/contact/c/");
    expect(stepBefore("shipping_method", { ...all, address: false }, "c")).toBe("/storefront/checkout/shipping/c/");
    expect(stepBefore("shipping", { ...all, method: false, address: false }, "c")).toBeUndefined();
    expect(stepBefore("contact", { ...all, cart: false }, "c")).toBe("/storefront/cart/");
  });

  test("five steps are named; those that are done can be gone back to", () => {
    const steps = stepsAt("shipping_method", "c");
    expect(steps.map(({ name }) => name)).toEqual(["Contact", "Shipping", "Method", "Payment", "Confirmation"]);
    expect(steps.map((step) => ("href" in step ? step.href : undefined))).toEqual([
      "/storefront/checkout/contact/c/",
      "/storefront/checkout/shipping/c/",
      undefined,
      undefined,
      undefined,
    ]);
    expect(steps.findIndex(({ current }) => current)).toBe(2);
  });
});

describe("where a form goes on to", () => {
  test.each(["/storefront/products/pipe/", '"/storefront/"', "'/storefront/?q=a b'", "%22/storefront/%22"])(
    "%s is a path of ours",
    (next) => {
      expect(nextPath(next)).toMatch(/^\/storefront\//);
    },
  );

  test.each([
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "javascript:alert(1)",
    "/a\tb",
    "/a\nb",
    "",
    "a",
    '"//evil.example"',
    7,
    ["/a"],
    undefined,
  ])("%s is not", (next) => {
    expect(nextPath(next)).toBeUndefined();
  });
});
