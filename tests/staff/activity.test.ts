import { describe, expect, test } from "vitest";
import { recordSecurityEvent, shopSource } from "../../server/customers/security-events.ts";
import { transact } from "../../server/db/transaction.ts";
import { insertOrderEvent } from "../../server/orders/queries/events.ts";
import {
  staffActivityPath as page,
  staffActivityFilePath,
  staffEmailRecipientsPath,
  staffPath,
} from "../../server/staff/paths.ts";
import { staffSubject } from "../../server/staff/people/people.ts";
import { recordChange } from "../../server/staff/records/audit.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { addOwnRole, sendSeen, staffBrowser } from "./staff-fixture.ts";

/** The rows of the log's CSV, each with the record, what was done, and who did it. */
async function rowsOf(browser: TestBrowser, search = ""): Promise<string[]> {
  const { text } = await browser.get(`${staffActivityFilePath}?columns=what&columns=who${search.replace("?", "&")}`);
  const lines = text.trim().split("\r\n").slice(1);
  return lines.map((line) => line.split(",").slice(0, 3).join(" | "));
}

/** Changes an order, a product, an account, and the recipients of emails, a minute apart. */
async function busyDay(test: TestShop, owner: TestBrowser): Promise<number> {
  const { shop } = test;
  const { id, number } = await paidOrder(test);
  test.pass(60_000);
  await insertOrderEvent(shop.db, id, { kind: "note", note: "Call first", actor: "staff:staff-owner" }, shop.now());
  test.pass(60_000);
  await transact(shop.db, async (tx) => {
    const event = { kind: "signed-in", source: shopSource(), detail: "Password" } as const;
    await recordSecurityEvent(tx, staffSubject("staff-owner"), event, shop.now());
    const change = { kind: "product", id: "p-2", action: "changed", before: { name: "Old" }, after: { name: "New" } };
    await recordChange(tx, { actor: "schedule", requestId: "r" }, change, shop.now());
  });
  test.pass(60_000);
  expect((await sendSeen(owner, staffEmailRecipientsPath, { all: "desk@shop.example" })).status).toBe(303);
  return number;
}

describe.each(proofEngines)("on %s", (engine) => {
  test("one log has orders, accounts, and records, and shows them by who, what, record, and day", async () => {
    const test = await openShop({ engine });
    const owner = await staffBrowser(test, "owner");
    const number = await busyDay(test, owner);
    const recipients = "Owner recipients: Recipients of emails to the owner | Changed | The owner";
    const product = "Product: Product 2 | Changed | its schedule";
    const note = `Order ${number} | Note | The owner`;
    const all = await rowsOf(owner);
    expect(all[0]).toBe(recipients);
    expect(all.slice(1, 3).sort()).toEqual([product, "The owner | Signed in with a password. | shop"]);
    expect(all[3]).toBe(note);
    expect(all.slice(4)).toContain(`Order ${number} | Order placed | shopper`);

    expect((await rowsOf(owner, "?who=staff:staff-owner")).sort()).toEqual([note, recipients]);
    expect(await rowsOf(owner, "?who=schedule")).toEqual([product]);
    expect(await rowsOf(owner, "?what=accounts")).toEqual(["The owner | Signed in with a password. | shop"]);
    expect(await rowsOf(owner, "?what=product")).toEqual([product]);
    expect(await rowsOf(owner, "?record=product+2")).toEqual([product]);
    expect(await rowsOf(owner, "?record=owner@staff.example")).toEqual(["The owner | Signed in with a password. | shop"]);
    const ofOrder = await rowsOf(owner, `?record=%23${number}`);
    expect([ofOrder[0], ofOrder.every((row) => row.startsWith(`Order ${number} | `))]).toEqual([note, true]);
    await transact(test.shop.db, (tx) =>
      recordChange(
        tx,
        { actor: "owner", requestId: "r" },
        { kind: "order contact", id: `order-${number}`, action: "changed", before: { city: "A" }, after: { city: "B" } },
        test.shop.now(),
      ),
    );
    expect((await rowsOf(owner, `?record=${number}`))[0]).toMatch(/^Order contact: .* \| Changed \| /);
    const tomorrow = test.shop.dates.typed(test.shop.now() + 24 * 3_600_000).slice(0, 10);
    expect(await rowsOf(owner, `?from=${tomorrow}`)).toEqual([]);
    expect((await owner.get(`${page}?who=schedule`)).text).toContain("Name");
  });

  test("page after page has each entry once, also of the same moment", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const owner = await staffBrowser(test, "owner");
    await transact(test.shop.db, async (tx) => {
      for (let count = 0; count < 120; count++)
        await recordChange(tx, { actor: "owner", requestId: "r" }, { kind: "job", id: `j-${count}`, action: "tried again" }, 7);
    });
    const seen: string[] = [];
    let next: string | undefined = page;
    while (next && seen.length < 200) {
      const { text } = await owner.get(next);
      seen.push(...[...text.matchAll(/Job: (j-\d+)/g)].map(([, id = ""]) => id));
      next = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll("&#x3D;", "=");
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
  });
});

test("the log is for those who may see all areas: nobody reads in it what their role hides", async () => {
  const test = await openShop({ products: "none", pays: false });
  await addOwnRole(test, "people only", ["people:read", "orders:read"]);
  for (const role of ["manager", "reader", "people only"]) {
    const browser = await staffBrowser(test, role);
    expect([role, (await browser.get(page)).status, (await browser.get(staffActivityFilePath)).status]).toEqual([role, 403, 403]);
    expect((await browser.get(staffPath)).text).not.toContain(page);
  }
  expect((await (await staffBrowser(test, "owner")).get(staffPath)).text).toContain(`href="${page}"`);
});
