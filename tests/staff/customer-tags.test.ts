import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { attachOrders } from "../../server/orders/attach.ts";
import { changeEmail, confirmEmail } from "../../server/orders/contact.ts";
import { eraseMentionsOf } from "../../server/personal-data/erase.ts";
import {
  staffCustomerErasurePath,
  staffCustomerExportPath,
  staffCustomerPath,
  staffCustomersPath,
  staffCustomerTagRemovalPath,
  staffCustomerTagsPath,
  staffUndoPath,
} from "../../server/staff/paths.ts";
import { placed } from "../orders/order-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { send, staffBrowser } from "./staff-fixture.ts";

const nothing = { password_hash: null, avatar: null, pending_email: null, disabled_at: null };
const addAccount = ({ shop }: TestShop, id: string, email: string) =>
  shop.db
    .insertInto("customer")
    .values({
      id,
      email,
      email_norm: email,
      email_verified: 1,
      first_name: id,
      last_name: "Lee",
      created_at: shop.now(),
      ...nothing,
    })
    .execute();

const add = (browser: TestBrowser, key: string, tag: string) =>
  send(browser, staffCustomerPath(key), staffCustomerTagsPath(key), { tag });
const keysIn = (text: string): string[] =>
  [...text.matchAll(/href="\/staff\/customers\/([\w-]+)\/"/g)].map(([, key]) => key ?? "");
const tagged = async (browser: TestBrowser, query: string) => keysIn((await browser.get(`${staffCustomersPath}?${query}`)).text);
const labelsOf = async ({ shop }: TestShop, person: string) =>
  (await shop.db.selectFrom("customer_tag").select("label").where("person", "=", person).orderBy("tag").execute()).map(
    ({ label }) => label,
  );

async function openWithGuest(engine: (typeof engines)[number]) {
  const test = await openShop({ engine, pays: false });
  await addAccount(test, "ann", "ann@example.com");
  const { id, number } = await placed(test.shop.db, { at: test.shop.now(), email: "gil@example.com" });
  await transact(test.shop.db, (tx) => confirmEmail(tx, { orderId: id }, test.shop.now()));
  return { test, id, guest: `guest-${number}`, manager: await staffBrowser(test, "manager") };
}

describe.each(engines)("on %s", (engine) => {
  test("tags are added, found, removed, and undone, and each is stored once", async () => {
    const { test, guest, manager } = await openWithGuest(engine);
    for (const tag of [" VIP ", "vip", "Élan  garden"]) expect((await add(manager, "ann", tag)).status).toBe(303);
    expect((await add(manager, guest, "Vip")).status).toBe(303);
    expect(await labelsOf(test, "ann")).toEqual(["Élan garden", "VIP"]);
    expect(await tagged(manager, "tag=vip&sort=name")).toEqual(["ann", guest]);
    expect(await tagged(manager, "tag=elan+garden")).toEqual(["ann"]);
    expect(await tagged(manager, "tag=vip&who=guests")).toEqual([guest]);
    expect(await tagged(manager, "tag=vip&q=ann")).toEqual(["ann"]);

    const page = staffCustomerPath("ann");
    expect((await send(manager, page, staffCustomerTagRemovalPath("ann"), { tag: "VIP" })).status).toBe(303);
    expect(await labelsOf(test, "ann")).toEqual(["Élan garden"]);
    const entries = test.shop.db.selectFrom("audit_entry").select("id").where("action", "=", "tag removed");
    const { id: entry } = await entries.executeTakeFirstOrThrow();
    expect((await send(manager, page, staffUndoPath(entry))).status).toBe(303);
    expect(await labelsOf(test, "ann")).toEqual(["Élan garden", "VIP"]);
  });

  test("an empty or long tag is refused, and the twenty-first", async () => {
    const { test, manager } = await openWithGuest(engine);
    expect((await add(manager, "ann", "  ")).status).toBe(422);
    const long = await add(manager, "ann", "x".repeat(41));
    expect([long.status, long.text]).toEqual([422, expect.stringContaining("this one has 41.")]);
    const rows = Array.from({ length: 20 }, (_, n) => ({ person: "ann", tag: `t${n}`, label: `T${n}` }));
    await test.shop.db.insertInto("customer_tag").values(rows).execute();
    expect((await add(manager, "ann", "T7")).status).toBe(303);
    expect((await add(manager, "ann", "more")).text).toContain("up to 20 tags");
  });

  test("a guest’s tags go to the account with the confirmed email, and go with an erasure", async () => {
    const { test, id, guest, manager } = await openWithGuest(engine);
    await add(manager, guest, "VIP");
    await add(manager, "ann", "Press");
    const file = await send(manager, staffCustomerPath(guest), staffCustomerExportPath(guest));
    expect(JSON.parse(file.text)).toMatchObject({ data: { tags: [{ label: "VIP" }] } });

    await addAccount(test, "gil", "gil@example.com");
    await test.shop.db.updateTable("customer").set({ email_verified: 0 }).where("id", "=", "gil").execute();
    await attachOrders(test.shop.db, "gil");
    expect(await labelsOf(test, "gil")).toEqual([]);
    await test.shop.db.updateTable("customer").set({ email_verified: 1 }).where("id", "=", "gil").execute();
    await attachOrders(test.shop.db, "gil");
    expect(await labelsOf(test, "gil")).toEqual(["VIP"]);
    expect(await labelsOf(test, "gil@example.com")).toEqual([]);

    await test.shop.db.updateTable("orders").set({ state: "fulfilled" }).where("id", "=", id).execute();
    for (const name of ["gil", "ann"])
      await send(manager, staffCustomerPath(name), staffCustomerErasurePath(name), { email: `${name}@example.com` });
    expect(await test.shop.db.selectFrom("customer_tag").selectAll().execute()).toEqual([]);
    const audit = await test.shop.db.selectFrom("audit_entry").select(["before", "after"]).execute();
    expect(JSON.stringify(audit)).not.toMatch(/VIP|Press/);
  });

  test("an erased guest leaves no tags", async () => {
    const { test, id, guest, manager } = await openWithGuest(engine);
    await add(manager, guest, "VIP");
    await test.shop.db.updateTable("orders").set({ state: "fulfilled" }).where("id", "=", id).execute();
    await send(manager, staffCustomerPath(guest), staffCustomerErasurePath(guest), { email: "gil@example.com" });
    expect(await test.shop.db.selectFrom("customer_tag").selectAll().execute()).toEqual([]);
  });

  test("the tags of a former email go with an erasure, unless a guest has it", async () => {
    const { test, manager } = await openWithGuest(engine);
    const { db, now } = test.shop;
    for (const email of ["old@example.com", "gil@example.com"]) {
      await db
        .insertInto("former_email")
        .values({ customer_id: "ann", email, email_norm: email, until: now() + 60_000 })
        .execute();
      await db.insertInto("customer_tag").values({ person: email, tag: "vip", label: "VIP" }).execute();
    }
    await send(manager, staffCustomerPath("ann"), staffCustomerErasurePath("ann"), { email: "ann@example.com" });
    expect(await labelsOf(test, "old@example.com")).toEqual([]);
    expect(await labelsOf(test, "gil@example.com")).toEqual(["VIP"]);
  });

  test("a disabled account’s job deletes the tags of its emails", async () => {
    const { test } = await openWithGuest(engine);
    const { db, now } = test.shop;
    await db.insertInto("customer_tag").values({ person: "ann@example.com", tag: "vip", label: "VIP" }).execute();
    await transact(db, (tx) => eraseMentionsOf(tx, "ann", now()));
    expect(await labelsOf(test, "ann@example.com")).toEqual([]);
  });

  test("a guest’s tags follow the email of the only order, unless the new email is somebody’s", async () => {
    const { test, id, guest, manager } = await openWithGuest(engine);
    const { db, now } = test.shop;
    const change = async (orderId: string, email: string, seen: number) =>
      await transact(db, (tx) =>
        changeEmail(tx, { orderId, email, seen, actor: "staff:x", emptyCheckout: async () => null }, now()),
      );
    await add(manager, guest, "VIP");
    const other = await placed(db, { at: now(), email: "gil@example.com" });
    expect(await change(id, "hal@example.com", 1)).toMatchObject({ ok: true });
    expect([await labelsOf(test, "gil@example.com"), await labelsOf(test, "hal@example.com")]).toEqual([["VIP"], []]);
    expect(await change(other.id, "ida@example.com", 1)).toMatchObject({ ok: true });
    expect([await labelsOf(test, "gil@example.com"), await labelsOf(test, "ida@example.com")]).toEqual([[], ["VIP"]]);
    expect(await change(other.id, "hal@example.com", 2)).toMatchObject({ ok: true });
    expect(await db.selectFrom("customer_tag").selectAll().execute()).toEqual([]);
  });

  test("who may not write about customers sees their tags, and changes none", async () => {
    const { test, manager } = await openWithGuest(engine);
    await add(manager, "ann", "VIP");
    const reader = await staffBrowser(test, "reader");
    const page = (await reader.get(staffCustomerPath("ann"))).text;
    expect(page).toContain("VIP");
    expect(page).not.toContain("Add the tag");
    expect((await add(reader, "ann", "Press")).status).toBe(403);
    expect(await labelsOf(test, "ann")).toEqual(["VIP"]);
  });
});
