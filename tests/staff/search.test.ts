import { describe, expect, test } from "vitest";
import { refundOrder } from "../../server/orders/refund.ts";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import { staffOrderPath, staffOrdersPath, staffSearchPath } from "../../server/staff/paths.ts";
import { charge } from "../payments/gateways-live.ts";
import { atGateway, cards, shopperAt } from "../payments/shopper.ts";
import type { Answer } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { signedInAs, staffBrowser } from "./staff-fixture.ts";

const at = (q: string) => `${staffSearchPath}?${new URLSearchParams({ q })}`;

/** Each group's heading with its names. */
const groupsIn = ({ text }: Answer): Record<string, string[]> =>
  Object.fromEntries(
    text
      .split("<h2>")
      .slice(1)
      .map((part) => [
        part.slice(0, part.indexOf("<")),
        [...part.matchAll(/<li><span><a [^>]*>([^<]*)</g)].map((match) => match[1] ?? ""),
      ]),
  );

async function addCustomers({ shop }: TestShop, rows: readonly { id: string; email: string; first: string; last: string }[]) {
  for (const { id, email, first, last } of rows)
    await shop.db
      .insertInto("customer")
      .values({
        id,
        email,
        email_norm: email.toLowerCase(),
        first_name: first,
        last_name: last,
        created_at: shop.now(),
        password_hash: null,
      })
      .execute();
}

describe.each(engines)("on %s", (engine) => {
  test("one search finds orders, products, and customers by their beginnings, each a few", async () => {
    const test = await openShop({ engine });
    const { number } = await paidOrder(test);
    const { db } = test.shop;
    const { email_norm } = await db.selectFrom("orders").select("email_norm").executeTakeFirstOrThrow();
    const address = await db.selectFrom("order_address").selectAll().executeTakeFirstOrThrow();
    await addCustomers(test, [
      { id: "c-1", email: "Zelda.One@x.example", first: "Zelda", last: "Ångström" },
      { id: "c-2", email: "b@x.example", first: "Bob", last: "Zeldason" },
      { id: "c-3", email: "c_d%@x.example", first: "Carl", last: "Dee" },
      ...Array.from({ length: 9 }, (_, n) => ({ id: `m-${n}`, email: `many${n}@x.example`, first: "M", last: `Any${n}` })),
    ]);
    const [variant] = await db.selectFrom("variant").select(["id", "product_id"]).where("id", "=", "v-2").execute();
    await db.updateTable("variant").set({ sku: "ZED-7" }).where("id", "=", "v-2").execute();
    const product = await db
      .selectFrom("product")
      .select(["name", "slug"])
      .where("id", "=", variant?.product_id ?? "")
      .executeTakeFirstOrThrow();
    const reader = await staffBrowser(test, "reader");
    const find = async (q: string) => groupsIn(await reader.get(at(q)));

    const order = `Order ${number}`;
    expect((await find(email_norm.toUpperCase())).Orders).toEqual([order]);
    expect((await find(email_norm.slice(0, 3))).Orders).toEqual([order]);
    expect((await find(address.last_name)).Orders).toEqual([order]);
    expect((await find(`${address.first_name} ${address.last_name}`)).Orders).toEqual([order]);
    expect((await find("zelda")).Customers?.toSorted()).toEqual(["Zelda.One@x.example", "b@x.example"]);
    expect((await find("zelda o")).Customers).toEqual([]);
    expect((await find("zelda ång")).Customers).toEqual(["Zelda.One@x.example"]);
    for (const q of ["angstrom", "zelda ang", "ÅNGSTRÖM", "Ａng"])
      expect([q, (await find(q)).Customers]).toEqual([q, ["Zelda.One@x.example"]]);
    expect((await find("c_d%")).Customers).toEqual(["c_d%@x.example"]);
    expect((await find("c__")).Customers).toEqual([]);
    for (const q of ["zed-", "zed7"]) expect((await find(q)).Products).toEqual([product.name]);
    await db.updateTable("product").set({ name: "Größe ø", published: 0 }).where("id", "=", "p-3").execute();
    expect((await find("grosse o")).Products).toEqual(["Größe ø"]);
    for (const [path, q] of [
      ["products", "OSSE"],
      ["stock", "ø osse"],
    ]) {
      const { text } = await reader.get(`/staff/${path}/?${new URLSearchParams({ q: q ?? "" })}`);
      expect([path, text.includes("Größe ø")]).toEqual([path, true]);
    }
    await db.updateTable("order_address").set({ last_name: "Łoś" }).where("kind", "=", "shipping").execute();
    expect((await find("los")).Orders).toEqual([order]);
    expect((await reader.get(`${staffOrdersPath}?q=los`)).text).toContain(`>${number}<`);
    expect((await find(product.slug)).Products).toContain(product.name);
    const [, second = ""] = product.name.split(" ");
    expect((await find(second)).Products).toContain(product.name);
    const many = await reader.get(at("many"));
    expect(groupsIn(many).Customers).toHaveLength(8);
    expect(many.text).toContain("There are more");
  });

  test("a draft is found by how its name begins", async () => {
    const test = await openShop({ engine, pays: false });
    const { name } = await test.shop.db.selectFrom("product").select("name").where("id", "=", "p-1").executeTakeFirstOrThrow();
    await test.shop.db.updateTable("product").set({ published: 0 }).where("id", "=", "p-1").execute();
    const editor = await staffBrowser(test, "editor");
    expect(groupsIn(await editor.get(at(name.slice(0, 5)))).Products).toContain(name);
  });
});

test("an order’s whole number leads to the order, for a role that may see it", async () => {
  const test = await openShop({});
  const { number } = await paidOrder(test);
  const packer = await staffBrowser(test, "packer");
  for (const q of [String(number), `#${number}`]) {
    const answer = await packer.get(at(q));
    expect([answer.status, answer.headers.get("location")]).toEqual([303, staffOrderPath(number)]);
  }
  const unknown = await packer.get(at(String(number + 1)));
  expect([unknown.status, groupsIn(unknown).Orders]).toEqual([200, []]);
  const editor = await staffBrowser(test, "editor");
  expect((await editor.get(at(String(number)))).status).toBe(200);
});

test("a key of the gateway’s leads to the order, from the list too, and the order’s page has the keys", async () => {
  const test = await openShop({});
  const { id, number } = await paidOrder(test);
  const requested = await refundOrder(test.shop.db, { orderId: id, wish: { amount: 300 }, actor: "owner" }, test.shop.now());
  await test.runJobs();
  const [refund] = await atGateway(test, "refund");
  const [charged] = await atGateway(test, "capture");
  const packer = await staffBrowser(test, "packer");
  for (const q of [charged?.key ?? "", charged?.ref ?? "", refund?.ref ?? "", requested.ok ? requested.value.key : ""])
    for (const path of [at(q), `${staffOrdersPath}?${new URLSearchParams({ q })}`]) {
      const answer = await packer.get(path);
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 303, staffOrderPath(number)]);
    }
  const { text } = await packer.get(staffOrderPath(number));
  for (const { key, ref } of [charged, refund].flatMap((each) => each ?? []))
    expect([text.includes(`<code>${key}</code>`), text.includes(`<code>${ref}</code>`)]).toEqual([true, true]);
});

test("a key of a payment without an order says what became of it, money of a till to the owner alone", async () => {
  const test = await openShop({});
  expect((await (await shopperAt(test)).pay(cards.declined)).status).toBe(402);
  const { key } = await test.shop.db.selectFrom("attempt").select("key").executeTakeFirstOrThrow();
  await test.shop.gateway.authorize(charge("till-7"));
  await sweepNow(test.shop);
  const [packer, owner] = [await staffBrowser(test, "packer"), await staffBrowser(test, "owner")];
  const list = (q: string) => `${staffOrdersPath}?${new URLSearchParams({ q })}`;
  for (const path of [at(key), list(`${key}:cap`)])
    expect((await packer.get(path)).text).toContain("This payment has no order: it was declined, and nothing was taken.");
  for (const path of [at("till-7"), list("till-7"), at("TILL-7:cap"), list("Till-7:cap")]) {
    expect((await owner.get(path)).text).toContain("$42.00, key till-7: not made by this shop");
    expect((await packer.get(path)).text).not.toContain("not made by this shop");
  }
  expect((await (await staffBrowser(test, "editor")).get(at(key))).text).not.toContain("has no order");
});

test("each role gets the groups that it may see", async () => {
  const test = await openShop({ pays: false });
  const headings = async (role: Parameters<typeof staffBrowser>[1]) =>
    Object.keys(groupsIn(await (await staffBrowser(test, role)).get(at("a"))));
  expect(await headings("packer")).toEqual(["Orders", "Products"]);
  expect(await headings("editor")).toEqual(["Products"]);
  expect(await headings("reader")).toEqual(["Orders", "Products", "Customers"]);
  const nothing = await (await signedInAs(test, "staff-reader")).get(staffSearchPath);
  expect([nothing.status, groupsIn(nothing)]).toEqual([200, {}]);
});
