import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { merchandiseValue, type PricedUnits, type Rates, totalsOf } from "../../server/checkout/rules/totals.ts";
import { often } from "../support/long-form.ts";

const cents = fc.integer({ min: 0, max: 1_000_000 });
const taxRate = fc.integer({ min: 0, max: 1_000_000 });
const pricedLines = fc.array(
  fc.record({
    unitPrice: cents,
    quantity: fc.integer({ min: 1, max: 99 }),
    grams: fc.integer({ min: 0, max: 50_000 }),
    promoted: fc.boolean(),
    taxPpm: fc.option(taxRate, { nil: undefined }),
  }),
  { maxLength: 30 },
);
const few = fc.integer({ min: 1, max: 9 });
const buyGet = fc.record({ buy: few, get: few, percent: fc.integer({ min: 1, max: 100 }) });
const promo = fc.oneof(
  fc.record({ kind: fc.constant("percent" as const), amount: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ kind: fc.constant("amount" as const), amount: cents }),
  fc.record({ kind: fc.constant("shipping" as const), amount: fc.constant(0) }),
  fc.record({ kind: fc.constant("buy_get" as const), amount: fc.constant(0), buyGet }),
);
const steps = fc.record({
  by: fc.constantFrom("weight" as const, "subtotal" as const),
  list: fc.array(fc.record({ from: cents, price: cents }), { maxLength: 5 }),
});
const shippingRate = fc.record({
  price: cents,
  freeFrom: fc.option(cents, { nil: undefined }),
  steps: fc.option(steps, { nil: undefined }),
});
const rates: fc.Arbitrary<Rates> = fc.record({
  promo: fc.option(promo, { nil: undefined }),
  shipping: fc.option(shippingRate, { nil: undefined }),
  taxPpm: taxRate,
  shippingTaxPpm: taxRate,
});

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
const noRates: Rates = { promo: undefined, shipping: undefined, taxPpm: 0 };
const cart: PricedUnits[] = [
  { unitPrice: 1000, quantity: 2 },
  { unitPrice: 333, quantity: 1 },
];

const runs = { numRuns: often(1000, 50_000) };

describe("the totals of any cart", () => {
  test("the lines sum to the bill, to the cent", { timeout: 1_800_000 }, () => {
    fc.assert(
      fc.property(pricedLines, rates, (lines, all) => {
        const bill = totalsOf(lines, all);
        expect(bill.total).toBe(bill.subtotal - bill.discount + bill.shipping + bill.tax);
        expect(sum(bill.lines.map(({ discount }) => discount))).toBe(bill.discount);
        expect(sum(bill.lines.map(({ net }) => net))).toBe(bill.subtotal - bill.discount);
        expect(sum(bill.lines.map(({ tax }) => tax)) + bill.shippingTax).toBe(bill.tax);
        expect(bill.subtotal).toBe(merchandiseValue(lines));
      }),
      { numRuns: often(2000, 1_000_000) },
    );
  });

  test("nothing is ever negative, a fraction of a cent, or discounted below zero", () => {
    fc.assert(
      fc.property(pricedLines, rates, (lines, all) => {
        const bill = totalsOf(lines, all);
        const amounts = [
          bill.discount,
          bill.shipping,
          bill.shippingTax,
          bill.tax,
          bill.total,
          ...bill.lines.flatMap(Object.values),
        ];
        expect(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
      }),
      runs,
    );
  });

  test("a line's share of the discount is its share of the products that the promo is for, to the cent", () => {
    fc.assert(
      fc.property(pricedLines, rates, (lines, all) => {
        const bill = totalsOf(lines, all);
        const amounts = lines.map(({ promoted, unitPrice, quantity }) => (promoted ? unitPrice * quantity : 0));
        const whole = sum(amounts);
        expect(bill.discount).toBeLessThanOrEqual(whole);
        for (const [index, line] of bill.lines.entries()) {
          const exact = whole === 0 ? 0 : (bill.discount * (amounts[index] ?? 0)) / whole;
          expect(Math.abs(line.discount - exact)).toBeLessThan(1);
        }
      }),
      runs,
    );
  });

  test("the tax of a line is its rate on what is left of it after discount, half a cent upwards", () => {
    fc.assert(
      fc.property(pricedLines, rates, (lines, all) => {
        for (const [index, { net, tax }] of totalsOf(lines, all).lines.entries()) {
          const doubled = BigInt(net) * BigInt(lines[index]?.taxPpm ?? all.taxPpm) * 2n;
          const error = BigInt(tax) * 2_000_000n - doubled;
          expect(error > -1_000_000n && error <= 1_000_000n).toBe(true);
        }
      }),
      runs,
    );
  });

  test("a gift changes no amount", () => {
    fc.assert(
      fc.property(pricedLines, rates, (lines, all) => {
        const { lines: _, ...without } = totalsOf(lines, all);
        const { lines: more, ...withGift } = totalsOf([...lines, { unitPrice: 0, quantity: 1, promoted: false }], all);
        expect(withGift).toEqual(without);
        expect(more.at(-1)).toEqual({ discount: 0, net: 0, tax: 0 });
      }),
      runs,
    );
  });
});

describe("the totals of any cart, however its lines are ordered", () => {
  test("discount and shipping are the same", () => {
    fc.assert(
      fc.property(pricedLines, rates, (lines, all) => {
        const { discount, shipping, shippingTax } = totalsOf(lines, all);
        expect(totalsOf(lines.toReversed(), all)).toMatchObject({ discount, shipping, shippingTax });
      }),
      runs,
    );
  });

  test("units in two lines are discounted as in one", () => {
    fc.assert(
      fc.property(cents, few, few, buyGet, (unitPrice, one, other, offer) => {
        const discount = (units: readonly PricedUnits[]) =>
          totalsOf(units, { ...noRates, promo: { kind: "buy_get", amount: 0, buyGet: offer } }).discount;
        const parts = [
          { unitPrice, quantity: one },
          { unitPrice, quantity: other },
        ];
        expect(discount(parts)).toBe(discount([{ unitPrice, quantity: one + other }]));
      }),
      runs,
    );
  });

  test("for units bought, those given are the cheapest, as a list of all units says", () => {
    fc.assert(
      fc.property(pricedLines, buyGet, (lines, offer) => {
        const promoted = lines.filter((line) => line.promoted);
        const prices = promoted.flatMap(({ unitPrice, quantity }) => Array<number>(quantity).fill(unitPrice));
        const given = Math.floor(prices.length / (offer.buy + offer.get)) * offer.get;
        const value = sum(prices.toSorted((a, b) => a - b).slice(0, given));
        const { discount } = totalsOf(lines, { ...noRates, promo: { kind: "buy_get", amount: 0, buyGet: offer } });
        expect(discount).toBe(Math.floor((value * offer.percent * 2 + 100) / 200));
      }),
      runs,
    );
  });
});

describe("the totals of one cart", () => {
  test("two of three are paid where one is given for two, and only of what the promo is for", () => {
    const lines = [
      { unitPrice: 5000, quantity: 1, promoted: false },
      { unitPrice: 1000, quantity: 2 },
      { unitPrice: 700, quantity: 1 },
    ];
    const bill = totalsOf(lines, {
      ...noRates,
      promo: { kind: "buy_get", amount: 0, buyGet: { buy: 2, get: 1, percent: 100 } },
    });
    expect(bill.discount).toBe(700);
    expect(bill.lines.map(({ discount }) => discount)).toEqual([0, 519, 181]);
  });

  test("shipping costs what its weight or subtotal says, gifts weigh too", () => {
    const list = [
      { from: 1000, price: 900 },
      { from: 5000, price: 2500 },
    ];
    const price = (by: "weight" | "subtotal", grams: number) =>
      totalsOf(
        [
          { unitPrice: 999, quantity: 1, grams },
          { unitPrice: 0, quantity: 1, grams: 1 },
        ],
        {
          ...noRates,
          shipping: { price: 300, freeFrom: undefined, steps: { by, list: list.toReversed() } },
        },
      ).shipping;
    expect([price("weight", 998), price("weight", 999), price("weight", 4999)]).toEqual([300, 900, 2500]);
    expect(price("subtotal", 9000)).toBe(300);
  });

  test("a category may be taxed at a rate of its own, and shipping at the place's", () => {
    const lines = [
      { unitPrice: 1000, quantity: 1, taxPpm: 0 },
      { unitPrice: 1000, quantity: 1 },
    ];
    const shipping = { price: 500, freeFrom: undefined };
    const bill = totalsOf(lines, { promo: undefined, shipping, taxPpm: 100_000, shippingTaxPpm: 100_000 });
    expect([bill.lines.map(({ tax }) => tax), bill.shippingTax, bill.tax]).toEqual([[0, 100], 50, 150]);
  });

  test("are the products alone before anything is known", () => {
    expect(totalsOf(cart, noRates)).toMatchObject({ subtotal: 2333, discount: 0, shipping: 0, tax: 0, total: 2333 });
  });

  test("a percentage is rounded half up once and spread by largest remainder", () => {
    const bill = totalsOf(cart, { ...noRates, promo: { kind: "percent", amount: 15 } });
    expect(bill.discount).toBe(350);
    expect(bill.lines.map(({ discount }) => discount)).toEqual([300, 50]);
  });

  test("an amount never takes more than the products cost", () => {
    expect(totalsOf(cart, { ...noRates, promo: { kind: "amount", amount: 9999 } })).toMatchObject({ discount: 2333, total: 0 });
  });

  test("half a cent of tax goes up, line by line", () => {
    const bill = totalsOf(
      [
        { unitPrice: 10, quantity: 1 },
        { unitPrice: 10, quantity: 1 },
      ],
      { ...noRates, taxPpm: 50_000 },
    );
    expect(bill.lines.map(({ tax }) => tax)).toEqual([1, 1]);
    expect(bill.tax).toBe(2);
  });

  test("shipping is free from a value of products after discount", () => {
    const shipping = { price: 595, freeFrom: 2333 };
    expect(totalsOf(cart, { ...noRates, shipping }).shipping).toBe(0);
    expect(totalsOf(cart, { ...noRates, shipping, promo: { kind: "amount", amount: 1 } }).shipping).toBe(595);
  });

  test("a promo of free shipping takes the price of any method off, and nothing else", () => {
    const bill = totalsOf(cart, {
      promo: { kind: "shipping", amount: 0 },
      shipping: { price: 2995, freeFrom: undefined },
      taxPpm: 0,
    });
    expect(bill).toMatchObject({ discount: 0, shipping: 0, total: 2333 });
  });

  test("shipping is not taxed", () => {
    const bill = totalsOf(cart, { promo: undefined, shipping: { price: 2995, freeFrom: undefined }, taxPpm: 82_500 });
    expect(bill.tax).toBe(165 + 27);
  });
});
