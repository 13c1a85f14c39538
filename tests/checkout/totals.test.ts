import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { merchandiseValue, type PricedUnits, type Rates, totalsOf } from "../../server/checkout/rules/totals.ts";
import { often } from "../support/long-form.ts";

const cents = fc.integer({ min: 0, max: 1_000_000 });
const pricedLines = fc.array(fc.record({ unitPrice: cents, quantity: fc.integer({ min: 1, max: 99 }) }), { maxLength: 30 });
const promo = fc.oneof(
  fc.record({ kind: fc.constant("percent" as const), amount: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ kind: fc.constant("amount" as const), amount: cents }),
  fc.record({ kind: fc.constant("shipping" as const), amount: fc.constant(0) }),
);
const rates: fc.Arbitrary<Rates> = fc.record({
  promo: fc.option(promo, { nil: undefined }),
  shipping: fc.option(fc.record({ price: cents, freeFrom: fc.option(cents, { nil: undefined }) }), { nil: undefined }),
  taxPpm: fc.integer({ min: 0, max: 1_000_000 }),
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
        expect(sum(bill.lines.map(({ tax }) => tax))).toBe(bill.tax);
        expect(bill.subtotal).toBe(merchandiseValue(lines));
      }),
      { numRuns: often(2000, 1_000_000) },
    );
  });

  test("nothing is ever negative, a fraction of a cent, or discounted below zero", () => {
    fc.assert(
      fc.property(pricedLines, rates, (lines, all) => {
        const bill = totalsOf(lines, all);
        const amounts = [bill.discount, bill.shipping, bill.tax, bill.total, ...bill.lines.flatMap(Object.values)];
        expect(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
      }),
      runs,
    );
  });

  test("a line's share of the discount is its share of the products, to the cent", () => {
    fc.assert(
      fc.property(pricedLines, rates, (lines, all) => {
        const bill = totalsOf(lines, all);
        for (const [index, line] of bill.lines.entries()) {
          const amount = (lines[index]?.unitPrice ?? 0) * (lines[index]?.quantity ?? 0);
          const exact = bill.subtotal === 0 ? 0 : (bill.discount * amount) / bill.subtotal;
          expect(Math.abs(line.discount - exact)).toBeLessThan(1);
        }
      }),
      runs,
    );
  });

  test("the tax of a line is its rate on what is left of it after discount, half a cent upwards", () => {
    fc.assert(
      fc.property(pricedLines, rates, (lines, all) => {
        for (const { net, tax } of totalsOf(lines, all).lines) {
          const doubled = BigInt(net) * BigInt(all.taxPpm) * 2n;
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
        const { lines: more, ...withGift } = totalsOf([...lines, { unitPrice: 0, quantity: 1 }], all);
        expect(withGift).toEqual(without);
        expect(more.at(-1)).toEqual({ discount: 0, net: 0, tax: 0 });
      }),
      runs,
    );
  });
});

describe("the totals of one cart", () => {
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
