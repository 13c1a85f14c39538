import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { emptyOrders } from "../../server/personal-data/queries/erase.ts";
import { staffOrderPath, staffOrdersPath } from "../../server/staff/paths.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop } from "../support/shop.ts";
import { act } from "./act-on-order.ts";
import { paidOrder } from "./paid-order.ts";
import { staffBrowser } from "./staff-fixture.ts";

describe.each(proofEngines)("an order's tags, on %s", (engine) => {
  test("are tidied, listed, and filtered by, until the order is erased", async () => {
    const shop = await openShop({ engine });
    const { id, number } = await paidOrder(shop);
    const other = await paidOrder(shop);
    const packer = await staffBrowser(shop, "packer");

    expect((await act(packer, number, "tags", { tags: " Gift wrap,VIP,  gift   wrap, " })).status).toBe(303);
    await act(packer, other.number, "tags", { tags: "vip" });

    const page = (await packer.get(staffOrderPath(number))).text;
    expect(page).toContain('value="gift wrap, vip"');
    expect(page).toContain("gift wrap, vip</span>");
    const listed = async (tag: string) => {
      const { text } = await packer.get(`${staffOrdersPath}?tag=${tag}`);
      return [number, other.number].filter((each) => text.includes(`href="${staffOrderPath(each)}"`));
    };
    expect(await listed("Gift+Wrap")).toEqual([number]);
    expect((await listed("vip")).sort()).toEqual([number, other.number]);
    expect(await listed("none")).toEqual([]);
    expect((await packer.get(`${staffOrdersPath}?columns=tags`)).text).toContain("gift wrap, vip");

    await transact(shop.shop.db, (tx) => emptyOrders(tx, [id], shop.shop.now()));
    expect(await listed("gift+wrap")).toEqual([]);
    expect((await packer.get(staffOrderPath(number))).text).not.toContain("gift wrap");
  });

  test("change without a new event if nothing differs, and leave open pages of the order valid", async () => {
    const shop = await openShop({ engine });
    const { id, number } = await paidOrder(shop);
    const packer = await staffBrowser(shop, "packer");
    for (const tags of ["vip", "VIP", ""]) expect((await act(packer, number, "tags", { tags })).status).toBe(303);
    const events = shop.shop.db
      .selectFrom("order_event")
      .select("note")
      .where("order_id", "=", id)
      .where("kind", "=", "tags changed");
    expect((await events.orderBy("at").execute()).map(({ note }) => note).sort()).toEqual(["", "vip"]);
    expect((await packer.get(staffOrderPath(number))).text).toContain('name="seen" value="1"');
  });
});

test("too long and too many tags are refused, and so is everybody who may change no order", async () => {
  const shop = await openShop();
  const { number } = await paidOrder(shop);
  const [packer, reader] = [await staffBrowser(shop, "packer"), await staffBrowser(shop, "reader")];
  for (const [tags, words] of [
    ["x".repeat(41), "A tag can have up to 40 characters"],
    [Array.from({ length: 21 }, (_, at) => `t${at}`).join(), "Up to 20 tags fit."],
  ] as const) {
    const refused = await act(packer, number, "tags", { tags });
    expect([refused.status, refused.text.includes(words), refused.text.includes(`value="${tags}"`)]).toEqual([422, true, true]);
  }
  expect((await act(reader, number, "tags", { tags: "vip" })).status).toBe(403);
  expect((await reader.get(staffOrderPath(number))).text).not.toContain("Save the tags");
});
