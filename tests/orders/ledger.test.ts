import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  capturedEntries,
  type Entry,
  moneyState,
  placedEntries,
  refundedEntries,
  type Sums,
  voidedEntries,
} from "../../server/orders/rules/ledger.ts";

const sums = fc
  .record({ subtotal: fc.nat(5_000_00), share: fc.nat(100), shipping: fc.nat(50_00), tax: fc.nat(500_00) })
  .map(({ subtotal, share, shipping, tax }): Sums => {
    const discount = Math.floor((subtotal * share) / 100);
    return { subtotal, discount, shipping, tax, total: subtotal - discount + shipping + tax };
  });

const sumOf = (entries: readonly Entry[]) => entries.reduce((all, { amount }) => all + amount, 0);
const on = (account: string, entries: readonly Entry[]) => sumOf(entries.filter((entry) => entry.account === account));
const booked = (event: string, entries: readonly Entry[]) => entries.map((entry) => ({ event, ...entry }));

const order: Sums = { subtotal: 5000, discount: 500, shipping: 595, tax: 371, total: 5466 };

describe("the ledger of an order", () => {
  test("every event sums to nothing (I8)", () => {
    fc.assert(
      fc.property(sums, fc.double({ min: 0, max: 1, noNaN: true }), (order, part) => {
        const before = Math.floor(order.total * part);
        const events = [
          placedEntries(order),
          capturedEntries(order.total),
          voidedEntries(order),
          refundedEntries(order, before, order.total - before),
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
        const all = [...placedEntries(order), ...voidedEntries(order)];
        for (const account of ["receivable", "shipping", "tax", "gateway"]) expect(on(account, all)).toBe(0);
        expect(on("revenue", all) + on("discount", all)).toBe(0);
      }),
    );
  });

  test("an order refunded in any parts ends as one refunded at once", () => {
    fc.assert(
      fc.property(sums, fc.array(fc.nat(20_000), { maxLength: 12 }), (order, parts) => {
        let back = 0;
        const all = [...placedEntries(order), ...capturedEntries(order.total)];
        for (const part of [...parts, order.total]) {
          const amount = Math.min(part, order.total - back);
          all.push(...refundedEntries(order, back, amount));
          back += amount;
        }
        for (const account of ["receivable", "gateway", "shipping", "tax"]) expect(on(account, all)).toBe(0);
        expect(on("revenue", all) + on("discount", all)).toBe(0);
      }),
    );
  });
});

describe("an order's money state follows from its ledger", () => {
  const paid = [...booked("placed", placedEntries(order)), ...booked("captured", capturedEntries(order.total))];

  test("authorized, then paid", () => {
    expect(moneyState(booked("placed", placedEntries(order)))).toBe("authorized");
    expect(moneyState(paid)).toBe("paid");
  });

  test("voided before the capture", () => {
    expect(moneyState([...booked("placed", placedEntries(order)), ...booked("voided", voidedEntries(order))])).toBe("voided");
  });

  test("refunded in part, and to the last cent", () => {
    const part = [...paid, ...booked("refunded:1", refundedEntries(order, 0, 5465))];
    expect(moneyState(part)).toBe("part_refunded");
    expect(moneyState([...part, ...booked("refunded:2", refundedEntries(order, 5465, 1))])).toBe("refunded");
  });

  test("an order of nothing is paid", () => {
    const free: Sums = { subtotal: 2000, discount: 2000, shipping: 0, tax: 0, total: 0 };
    expect(moneyState(booked("placed", placedEntries(free)))).toBe("paid");
    expect(moneyState([])).toBe("paid");
  });
});
