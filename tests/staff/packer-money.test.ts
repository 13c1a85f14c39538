import { describe, expect, test } from "vitest";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { refundOrder } from "../../server/orders/refund.ts";
import { askReturn } from "../../server/orders/return.ts";
import { staffOrderActionPath, staffOrderPath, staffOrdersPath } from "../../server/staff/paths.ts";
import type { Permission } from "../../server/staff/people/rules/permissions.ts";
import { pageOf } from "../checkout/shopper.ts";
import { holdJobs, releaseJobs } from "../payments/cancel-fixture.ts";
import { expectInOrder } from "../payments/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { act, agreeTo, seenIn } from "./act-on-order.ts";
import { paidOrder } from "./paid-order.ts";
import { addOwnRole, staffBrowser, tokenIn } from "./staff-fixture.ts";

const refundsOf = ({ shop }: TestShop) => shop.db.selectFrom("order_refund").select("amount").execute();
const stateOf = async ({ shop }: TestShop, id: string) =>
  await shop.db.selectFrom("orders").select("state").where("id", "=", id).executeTakeFirstOrThrow();
const returnsOf = async ({ shop }: TestShop): Promise<string[]> =>
  (await shop.db.selectFrom("order_return").select("state").execute()).map(({ state }) => state);

/** The names of the forms on an order's page, and of their buttons. */
async function offered(browser: TestBrowser, number: number): Promise<string[]> {
  const page = pageOf(await browser.get(staffOrderPath(number)));
  const prefix = staffOrderActionPath(number, "note").replace(/note\/$/, "");
  const forms = [...page.querySelectorAll("form")].map((form) => form.getAttribute("action") ?? "");
  const names = forms
    .filter((action) => action.startsWith(prefix))
    .map((action) => action.slice(prefix.length).split("/")[0] ?? "");
  const hows = [...page.querySelectorAll("button[name=how]")].map((button) => button.getAttribute("value") ?? "");
  return [...new Set([...names, ...hows])].sort();
}

/** A browser of a member with exactly these permissions. */
const browserThatMay = async (test: TestShop, name: string, permissions: readonly Permission[]) =>
  await staffBrowser(test, await addOwnRole(test, name, ["orders:read", ...permissions]));

describe.each(proofEngines)("on %s", (engine) => {
  test("a packer ships, and neither refunds, cancels, takes products out, nor takes phone orders", async () => {
    const test = await openShop({ engine });
    const { id, number, lineId } = await paidOrder(test);
    const packer = await staffBrowser(test, "packer");
    expect(await offered(packer, number)).toEqual(["email", "fulfilment", "hold", "lines", "note", "tags"]);
    expect((await packer.get(staffOrdersPath)).text).toContain("Mark as shipped");

    const page = await packer.get(staffOrderPath(number));
    const form = { _csrf: tokenIn(page), seen: seenIn(page.text) };
    const whole = { shownRefund: "4500", shownAmount: "4500" };
    for (const [action, fields] of [
      ["refund", { how: "all", ...whole }],
      ["refund", { how: "all" }],
      ["cancelation", whole],
      ["cancelation", {}],
      ["edit", { lineId, quantity: "1", ...whole }],
      ["settlement", { n: "1", means: "cash", shownAmount: "100" }],
    ] as const)
      expect([action, (await packer.form(staffOrderActionPath(number, action), { ...form, ...fields })).status]).toEqual([
        action,
        403,
      ]);
    expect([await refundsOf(test), await stateOf(test, id)]).toEqual([[], { state: "placed" }]);

    expect((await act(packer, number, "fulfilment")).status).toBe(303);
    expect(await stateOf(test, id)).toEqual({ state: "fulfilled" });
    await expectInOrder(test);
  });

  test("a packer takes a return in, and whoever may refund decides about it", async () => {
    const test = await openShop({ engine });
    const { id, number, lineId } = await paidOrder(test);
    await fulfilOrder(test.shop.db, { orderId: id, now: test.shop.now() });
    const packer = await staffBrowser(test, "packer");
    const units = { [`line-${lineId}`]: "1" };
    expect(await offered(packer, number)).toEqual([
      "ask",
      "email",
      "fulfilment",
      "note",
      "receive",
      "return",
      "tags",
      "tracking",
    ]);
    expect((await act(packer, number, "return", { how: "ask", ...units })).status).toBe(303);

    for (const how of ["restock", "write-off"])
      for (const shown of [{}, { shownRefund: "2000" }, { shownRefund: "0" }])
        expect([how, (await act(packer, number, "return", { how, ...units, ...shown })).status]).toEqual([how, 403]);
    expect([await returnsOf(test), await refundsOf(test)]).toEqual([["asked"], []]);

    const received = await act(packer, number, "return", { how: "receive", ...units });
    expect(received.headers.get("location")).toBe(`${staffOrderPath(number)}?notice=received`);
    expect([await returnsOf(test), await refundsOf(test)]).toEqual([["received"], []]);
    // The second shipped unit can still be taken in, because only one was received.
    expect(
      pageOf(await packer.get(staffOrderPath(number)))
        .querySelector(`input[name=line-${lineId}]`)
        ?.getAttribute("max"),
    ).toBe("1");

    const manager = await staffBrowser(test, "manager");
    expect(await offered(manager, number)).toEqual(expect.arrayContaining(["restock", "write-off"]));
    expect((await agreeTo(manager, number, "return", { how: "restock", ...units })).status).toBe(303);
    expect([await returnsOf(test), (await refundsOf(test)).length]).toEqual([["restocked"], 1]);
    await test.runJobs();
    await expectInOrder(test);
  });

  test("a return that pays nothing back is a packer's to decide", async () => {
    const test = await openShop({ engine });
    const { id, number, lineId } = await paidOrder(test);
    const { db, now } = test.shop;
    await fulfilOrder(db, { orderId: id, now: now() });
    await askReturn(db, { orderId: id, lines: [{ lineId, quantity: 1 }], actor: "owner" }, now());
    expect((await refundOrder(db, { orderId: id, wish: { all: true }, actor: "owner" }, now())).ok).toBe(true);
    await test.runJobs();
    const packer = await staffBrowser(test, "packer");
    expect(await offered(packer, number)).toEqual(expect.arrayContaining(["restock", "write-off"]));
    const asked = { how: "restock", [`line-${lineId}`]: "1" };
    expect((await agreeTo(packer, number, "return", asked)).status).toBe(303);
    expect([await returnsOf(test), (await refundsOf(test)).length]).toEqual([["restocked"], 1]);
  });

  test("products are taken out of an order that was charged by those alone who may refund", async () => {
    const test = await openShop({ engine });
    const { number, lineId } = await paidOrder(test);
    const desk = await browserThatMay(test, "order desk", ["orders:edit"]);
    expect(await offered(desk, number)).toEqual(["email", "hold", "note", "supplement", "tags"]);
    // No form on this page has a `seen` to send. The value is read from the manager's page of the
    // order.
    const manager = await staffBrowser(test, "manager");
    const seen = seenIn((await manager.get(staffOrderPath(number))).text);
    for (const shown of [{}, { shownAmount: "2000", shownRefund: "2000" }, { shownAmount: "2000", shownRefund: "0" }])
      expect((await act(desk, number, "edit", { seen, lineId, quantity: "1", ...shown })).status).toBe(403);
    expect(await refundsOf(test)).toEqual([]);

    await holdJobs(test);
    const uncharged = await paidOrder(test);
    expect(await offered(desk, uncharged.number)).toEqual(["edit", "email", "hold", "note", "supplement", "tags"]);
    const asked = { lineId: uncharged.lineId, quantity: "1" };
    expect((await agreeTo(desk, uncharged.number, "edit", asked)).status).toBe(303);
    expect(await refundsOf(test)).toEqual([]);
    await releaseJobs(test);
    await expectInOrder(test);
  });

  test("each permission opens its own forms of an order, and no other", async () => {
    const test = await openShop({ engine });
    const { number } = await paidOrder(test);
    const opens = async (permission: Permission) => await offered(await browserThatMay(test, permission, [permission]), number);
    expect(await opens("orders:ship")).toEqual(["email", "fulfilment", "hold", "lines", "note", "tags"]);
    expect(await opens("orders:returns")).toEqual(["email", "hold", "note", "tags"]);
    expect(await opens("orders:refund")).toEqual([
      "all",
      "amount",
      "cancelation",
      "email",
      "hold",
      "lines",
      "note",
      "refund",
      "tags",
    ]);
    expect(await opens("stock:write")).toEqual([]);
    const both = await browserThatMay(test, "both", ["orders:edit", "orders:refund"]);
    expect(await offered(both, number)).toContain("edit");
  });
});
