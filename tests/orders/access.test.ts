import { describe, expect, test } from "vitest";
import { maySeeDetails } from "../../server/orders/rules/access.ts";

const hour = 3_600_000;
const placedAt = Date.UTC(2026, 0, 1);
const guest = { visitor: "browser-1", customerId: null, placedAt };
const nobody = { id: undefined, customerId: undefined };

describe("who sees the details of an order (requirement 123)", () => {
  test("the browser that paid sees them for a day", () => {
    const payer = { id: "browser-1", customerId: undefined };
    expect(maySeeDetails(guest, payer, placedAt + 24 * hour - 1)).toBe(true);
    expect(maySeeDetails(guest, payer, placedAt + 24 * hour)).toBe(false);
  });

  test("its owner sees them always, on any browser", () => {
    const order = { ...guest, customerId: "c-1" };
    expect(maySeeDetails(order, { id: "browser-2", customerId: "c-1" }, placedAt + 1000 * hour)).toBe(true);
    expect(maySeeDetails(order, { id: "browser-2", customerId: "c-2" }, placedAt)).toBe(false);
  });

  test("nobody else does, and an order without a browser or owner has no payer to be taken for", () => {
    expect(maySeeDetails(guest, { id: "browser-2", customerId: undefined }, placedAt)).toBe(false);
    expect(maySeeDetails(guest, nobody, placedAt)).toBe(false);
    expect(maySeeDetails({ ...guest, visitor: null }, nobody, placedAt)).toBe(false);
  });
});
