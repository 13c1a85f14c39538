import { describe, expect, test } from "vitest";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import { staffOrderActionPath, staffOrderPath, staffOrdersPath, staffPath } from "../../server/staff/paths.ts";
import { expectInOrder } from "../payments/shopper.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { act } from "./act-on-order.ts";
import { confirmationIn } from "./order-confirmation.ts";
import { paidOrder } from "./paid-order.ts";
import { staffBrowser } from "./staff-fixture.ts";

async function dispute({ shop, gateway }: TestShop): Promise<void> {
  const { key } = await shop.db.selectFrom("attempt").select("key").executeTakeFirstOrThrow();
  const headers = { authorization: `Bearer ${gateway.secret}` };
  const answer = await fetch(`${gateway.url}/dispute`, { method: "POST", headers, body: JSON.stringify({ key }) });
  expect(answer.status).toBe(200);
}
const disputesOf = ({ shop }: TestShop) =>
  shop.db.selectFrom("order_event").select("actor").where("kind", "=", "payment disputed").execute();
const stateOf = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("orders").select("state").executeTakeFirstOrThrow()).state;
const refundsOf = ({ shop }: TestShop) => shop.db.selectFrom("order_refund").select("amount").execute();

async function disputed(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(options);
  const order = await paidOrder(shop);
  await dispute(shop);
  expect(await sweepNow(shop.shop)).toMatchObject({ status: "swept", found: [], returning: [], refundsBooked: [] });
  return { shop, order, manager: await staffBrowser(shop, "manager") };
}

describe.each(engines)("a disputed payment, on %s", (engine) => {
  test("is noted on its order once, stands on Today until staff act, and books nothing", async () => {
    const { shop, order, manager } = await disputed({ engine });
    await sweepNow(shop.shop);
    await shop.runJobs();

    expect(await disputesOf(shop)).toEqual([{ actor: "gateway" }]);
    expect([await refundsOf(shop), (await manager.get(staffOrderPath(order.number))).text]).toEqual([
      [],
      expect.stringContaining("Payment disputed at the bank"),
    ]);
    expect((await manager.get(staffPath)).text).toContain("<strong>1</strong> order whose payment is disputed");
    expect((await manager.get(`${staffOrdersPath}?state=disputed`)).text).toContain(staffOrderPath(order.number));
    await expectInOrder(shop);

    shop.pass(1000);
    await act(manager, order.number, "note", { note: "Answered with the tracking", to: "staff" });
    expect((await manager.get(staffPath)).text).not.toContain("is disputed");
  });

  test.each([
    ["refund", { how: "amount", amount: "5.00" }, ["placed", 1]],
    ["cancelation", {}, ["canceled", 0]],
  ] as const)("gives money back by a %s only after a second question", async (action, fields, after) => {
    const { shop, order, manager } = await disputed({ engine });
    const path = staffOrderActionPath(order.number, action);

    const first = confirmationIn(await act(manager, order.number, action, fields));
    expect(first.words).not.toContain("twice");
    const asked = await manager.form(path, first.fields);
    const second = confirmationIn(asked);

    const standing = async () => [await stateOf(shop), (await refundsOf(shop)).length];
    expect([asked.status, await standing()]).toEqual([200, ["placed", 0]]);
    expect(second.words).toContain("disputed at the bank: a refund may pay the money back twice");
    expect((await manager.form(path, second.fields)).status).toBe(303);
    expect(await standing()).toEqual(after);
  });
});
