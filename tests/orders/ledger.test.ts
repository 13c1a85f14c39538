import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  capturedEntries,
  divide,
  type Entry,
  editedEntries,
  fitParts,
  less,
  moneyState,
  type Parts,
  placedEntries,
  refundedEntries,
  remainingParts,
  type Sums,
  shippingLeft,
  sumOf as sumOfParts,
  voidedEntries,
} from "../../server/orders/rules/ledger.ts";
import { lineLeft, shareOf } from "../../server/orders/rules/line-shares.ts";
import { often } from "../support/long-form.ts";

const sums = fc
  .record({ subtotal: fc.nat(5_000_00), share: fc.nat(100), shipping: fc.nat(50_00), tax: fc.nat(500_00) })
  .map(({ subtotal, share, shipping, tax }): Sums => {
    const discount = Math.floor((subtotal * share) / 100);
    return { subtotal, discount, shipping, tax, total: subtotal - discount + shipping + tax };
  });

const sumOf = (entries: readonly Entry[]) => entries.reduce((all, { amount }) => all + amount, 0);
const on = (account: string, entries: readonly Entry[]) => sumOf(entries.filter((entry) => entry.account === account));
const booked = (event: string, entries: readonly Entry[]) => entries.map((entry) => ({ event, ...entry }));
const wholeOf = ({ subtotal, discount, shipping, tax }: Sums): Parts => ({
  products: subtotal - discount,
  shipping,
  tax,
  owed: 0,
});
const isPart = (part: Parts, whole: Parts) => Object.values(less(whole, part)).every((amount) => amount >= 0);

const order: Sums = { subtotal: 5000, discount: 500, shipping: 595, tax: 371, total: 5466 };

describe("the ledger of an order", () => {
  test("every event sums to nothing (I8)", () => {
    fc.assert(
      fc.property(sums, fc.double({ min: 0, max: 1, noNaN: true }), (order, part) => {
        const amount = Math.floor(order.total * part);
        const events = [
          placedEntries(order),
          capturedEntries(order.total),
          voidedEntries(wholeOf(order)),
          editedEntries({ gross: order.subtotal, discount: order.discount, tax: order.tax }),
          refundedEntries(divide(wholeOf(order), amount), "gateway"),
        ];
        for (const entries of events) expect(sumOf(entries)).toBe(0);
      }),
    );
  });

  test("what was sold is owed, then paid", () => {
    expect(placedEntries(order)).toEqual([
      { account: "receivable", amount: 5466 },
      { account: "discount", amount: 500 },
      { account: "revenue", amount: -5000 },
      { account: "shipping", amount: -595 },
      { account: "tax", amount: -371 },
    ]);
    expect(on("receivable", [...placedEntries(order), ...capturedEntries(order.total)])).toBe(0);
    expect(on("gateway", capturedEntries(order.total))).toBe(5466);
  });

  test("nothing is left of an order that is voided, but that a discount was given on what was sold", () => {
    fc.assert(
      fc.property(sums, (order) => {
        const all = [...placedEntries(order), ...voidedEntries(wholeOf(order))];
        for (const account of ["receivable", "shipping", "tax", "gateway"]) expect(on(account, all)).toBe(0);
        expect(on("revenue", all) + on("discount", all)).toBe(0);
      }),
    );
  });

  test("an order refunded in any parts ends as one refunded at once, and no part exceeds what is left", () => {
    fc.assert(
      fc.property(sums, fc.array(fc.nat(20_000), { maxLength: 12 }), (order, parts) => {
        const all = booked("sold", [...placedEntries(order), ...capturedEntries(order.total)]);
        for (const part of [...parts, order.total]) {
          const left = remainingParts(all);
          const refund = divide(left, Math.min(part, sumOfParts(left)));
          expect([isPart(refund, left), sumOfParts(refund)]).toEqual([true, Math.min(part, sumOfParts(left))]);
          all.push(...booked("refunded", refundedEntries(refund, "gateway")));
        }
        for (const account of ["receivable", "gateway", "shipping", "tax"]) expect(on(account, all)).toBe(0);
        expect(on("revenue", all) + on("discount", all)).toBe(0);
      }),
      { numRuns: often(100, 20_000) },
    );
  });

  test("what an edit leaves too much of a charge is owed, and returned last", () => {
    const sold = [...placedEntries(order), ...capturedEntries(order.total)];
    const edited = booked("sold", [...sold, ...editedEntries({ gross: 2500, discount: 250, tax: 185 })]);

    expect(remainingParts(edited)).toEqual({ products: 2250, shipping: 595, tax: 186, owed: 2435 });
    expect(divide(remainingParts(edited), 3031)).toEqual({ products: 2250, shipping: 595, tax: 186, owed: 0 });
    expect(divide(remainingParts(edited), 3032)).toEqual({ products: 2250, shipping: 595, tax: 186, owed: 1 });
  });
});

describe("a refund whose parts were agreed before another one was made", () => {
  const left: Parts = { products: 1000, shipping: 500, tax: 0, owed: 0 };

  test("keeps its parts while they fit, and is divided anew over what is left when they do not", () => {
    const agreed: Parts = { products: 900, shipping: 0, tax: 0, owed: 0 };
    expect(fitParts(agreed, left)).toEqual(agreed);
    expect(fitParts(agreed, { ...left, products: 400 })).toEqual({ products: 400, shipping: 500, tax: 0, owed: 0 });
  });
});

describe("what is left of an order's shipping", () => {
  test.each([
    ["all of it, with its part of the tax", { shipping: 600, tax: 100 }, { shipping: 600, tax: 50 }],
    ["a third, once an amount was refunded", { shipping: 200, tax: 90 }, { shipping: 200, tax: 17 }],
    ["no more tax than is left", { shipping: 600, tax: 20 }, { shipping: 600, tax: 20 }],
    ["nothing, once it was refunded", { shipping: 0, tax: 50 }, { shipping: 0, tax: 0 }],
  ])("is %s", (_what, left, found) => {
    const sold = { shipping: 600, shipping_tax: 50 };
    expect(shippingLeft(sold, { products: 1000, owed: 0, ...left })).toEqual({ products: 0, owed: 0, ...found });
  });

  test("is nothing where shipping was free", () => {
    expect(shippingLeft({ shipping: 0, shipping_tax: 0 }, { products: 1000, shipping: 0, tax: 50, owed: 0 })).toMatchObject({
      shipping: 0,
      tax: 0,
    });
  });
});

describe("the units of an order's line", () => {
  const lines = fc
    .record({ units: fc.integer({ min: 1, max: 99 }), price: fc.nat(500_00), share: fc.nat(100), rate: fc.nat(15) })
    .map(({ units, price, share, rate }) => {
      const net = units * price - Math.floor((units * price * share) / 100);
      return { units, net, tax: Math.round((net * rate) / 100) };
    });

  test("taken in any parts give the line to the cent, and no part more than is left", () => {
    fc.assert(
      fc.property(lines, fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 10 }), (line, parts) => {
        const taken = [];
        for (const part of [...parts, line.units]) {
          const left = lineLeft(line, taken);
          if (left.units === 0) break;
          const share = shareOf(left, Math.min(part, left.units));
          expect([share.net <= left.net, share.tax <= left.tax, share.net >= 0, share.tax >= 0]).toEqual([
            true,
            true,
            true,
            true,
          ]);
          taken.push(share);
        }
        expect(lineLeft(line, taken)).toEqual({ units: 0, net: 0, tax: 0 });
      }),
      { numRuns: often(200, 50_000) },
    );
  });

  test("are worth the same to a cent, whichever are taken first", () => {
    const line = { units: 3, net: 1000, tax: 83 };
    const first = shareOf(line, 1);
    const second = shareOf(lineLeft(line, [first]), 1);
    const third = shareOf(lineLeft(line, [first, second]), 1);

    expect([first.net, second.net, third.net]).toEqual([333, 334, 333]);
    expect([first.tax, second.tax, third.tax]).toEqual([28, 28, 27]);
  });
});

describe("an order's money state follows from its ledger", () => {
  const paid = [...booked("placed", placedEntries(order)), ...booked("captured", capturedEntries(order.total))];

  test("authorized, then paid", () => {
    expect(moneyState(booked("placed", placedEntries(order)))).toBe("authorized");
    expect(moneyState(paid)).toBe("paid");
  });

  test("voided before the capture", () => {
    expect(moneyState([...booked("placed", placedEntries(order)), ...booked("voided", voidedEntries(wholeOf(order)))])).toBe(
      "voided",
    );
  });

  test("refunded in part, and to the last cent", () => {
    const part = (amount: number) => divide(wholeOf(order), amount);
    const inPart = [...paid, ...booked("refunded:1", refundedEntries(part(5465), "gateway"))];
    expect(moneyState(inPart)).toBe("part_refunded");
    expect(moneyState([...inPart, ...booked("refunded:2", refundedEntries(less(wholeOf(order), part(5465)), "gateway"))])).toBe(
      "refunded",
    );
  });

  test("an order of nothing is paid", () => {
    const free: Sums = { subtotal: 2000, discount: 2000, shipping: 0, tax: 0, total: 0 };
    expect(moneyState(booked("placed", placedEntries(free)))).toBe("paid");
    expect(moneyState([])).toBe("paid");
  });
});
