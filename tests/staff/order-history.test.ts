import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sentAgain } from "../../server/orders/rules/order-emails.ts";
import { staffWord } from "../../server/staff/pages/order-history.ts";

const orders = join(import.meta.dirname, "../../server/orders");
const written = /insertOrderEvent\([^;]*?kind: "([^"]+)"/g;

/** The kinds of events that stand in the source where they are written, and those that are put together there. */
const kinds = [
  ...readdirSync(orders)
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [...readFileSync(join(orders, name), "utf8").matchAll(written)].map(([, kind = ""]) => kind)),
  ...["return accepted", "return declined", "return restocked", "return written off", "note", "message", sentAgain],
];

test("each event of an order has words for the staff, which begin as a sentence does", () => {
  expect(kinds).toContain("part shipped");
  for (const kind of new Set(kinds)) {
    expect([kind, staffWord({ kind, note: "" })]).toEqual([kind, expect.stringMatching(/^[A-Z]/)]);
    expect([kind, staffWord({ kind, note: "1 × Bowl" })]).toEqual([kind, expect.stringMatching(/^[A-Z]/)]);
  }
});
