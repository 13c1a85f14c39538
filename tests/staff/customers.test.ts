import { describe, expect, test } from "vitest";
import { listCustomers } from "../../server/customers/list.ts";
import {
  staffCustomerErasurePath,
  staffCustomerExportPath,
  staffCustomerNoteRemovalPath,
  staffCustomerNotesPath,
  staffCustomerPath,
  staffCustomerSignOutPath,
  staffCustomersFilePath,
  staffCustomersPath,
} from "../../server/staff/paths.ts";
import { placed } from "../orders/order-fixture.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { send, staffBrowser } from "./staff-fixture.ts";

const day = 24 * 3_600_000;
const nothing = { password_hash: null, avatar: null, pending_email: null, disabled_at: null };

const addCustomer = ({ shop }: TestShop, id: string, names: { first: string; last: string; email: string; at: number }) =>
  shop.db
    .insertInto("customer")
    .values({
      id,
      email: names.email,
      email_norm: names.email.toLowerCase(),
      first_name: names.first,
      last_name: names.last,
      created_at: names.at,
      ...nothing,
    })
    .execute();
const ann = { first: "Ann", last: "Lee", email: "Ann.Lee@example.com", at: 1 };
const auditOf = async ({ shop }: TestShop) =>
  await shop.db.selectFrom("audit_entry").select(["record_id", "action", "before", "after"]).orderBy("at").execute();
const shipped = ({ shop }: TestShop, id: string) =>
  shop.db.updateTable("orders").set({ state: "fulfilled" }).where("id", "=", id).execute();

test("the file has all customers, more than are read at once", async () => {
  const test = await openShop({ products: "none", pays: false });
  const many = Array.from({ length: 1001 }, (_, at) => `zoe${at}@example.com`);
  const rows = many.map((email, at) => ({ id: `c-${at}`, email, email_norm: email, created_at: at, ...nothing }));
  await test.shop.db.insertInto("customer").values(rows).execute();
  const file = (await (await staffBrowser(test, "manager")).get(staffCustomersFilePath)).text;
  expect(new Set(file.match(/zoe\d+@/g)).size).toBe(1001);
});

describe.each(proofEngines)("on %s", (engine) => {
  test("customers are found by the beginning of an email or a name, page by page", async () => {
    const test = await openShop({ engine, pays: false });
    await addCustomer(test, "c-ann", ann);
    await addCustomer(test, "c-bob", { first: "Bob", last: "100%_Ann", email: "bob@example.com", at: 2 });
    for (let count = 0; count < 51; count++)
      await addCustomer(test, `c-${count}`, { first: "Zoe", last: "Q", email: `zoe${count}@example.com`, at: 3 });
    const found = async (text: string) =>
      (await listCustomers(test.shop.db, { text, who: "", tag: "" }, { sort: "newest", after: undefined }, 60)).map(
        ({ key }) => key,
      );
    expect(await found("ann")).toEqual(["c-ann"]);
    expect(await found("ann lee")).toEqual(["c-ann"]);
    expect(await found("ann.lee@ex")).toEqual(["c-ann"]);
    expect(await found("100%_")).toEqual(["c-bob"]);
    expect(await found("%")).toEqual([]);

    const manager = await staffBrowser(test, "manager");
    const first = await manager.get(staffCustomersPath);
    const older = /href="([^"]+)" rel="next"/.exec(first.text)?.[1]?.replaceAll("&#x3D;", "=").replaceAll("&amp;", "&") ?? "none";
    const second = await manager.get(older);
    const listed = (text: string) => [...text.matchAll(/\/staff\/customers\/(c-[\w-]+)\//g)].map(([, id]) => id);
    expect([listed(first.text).length, listed(second.text).length]).toEqual([50, 3]);
    expect(new Set([...listed(first.text), ...listed(second.text)]).size).toBe(53);
    expect((await manager.get(`${staffCustomersPath}?after=${"9".repeat(40)}`)).status).toBe(200);
  });

  test("a manager notes, exports, signs out and erases a customer; the audit has no personal value", async () => {
    const test = await openShop({ engine, pays: false });
    await addCustomer(test, "c-ann", ann);
    const order = await placed(test.shop.db, { at: test.shop.now(), customerId: "c-ann", email: ann.email });
    const manager = await staffBrowser(test, "manager");
    const page = staffCustomerPath("c-ann");

    const note = "Rang about the <b>blue</b> jar.\nCall back.";
    for (const press of [1, 2])
      expect([press, (await send(manager, page, staffCustomerNotesPath("c-ann"), { note })).status]).toEqual([press, 303]);
    expect((await send(manager, page, staffCustomerNotesPath("c-ann"), { note: "  " })).status).toBe(422);
    const long = await send(manager, page, staffCustomerNotesPath("c-ann"), { note: "x".repeat(2001) });
    expect([long.status, long.text]).toEqual([422, expect.stringContaining(`${"x".repeat(2001)}</textarea>`)]);
    const noted = await manager.get(page);
    expect(noted.text).toContain("Rang about the &lt;b&gt;blue&lt;/b&gt; jar.");
    expect(noted.text).toContain(`Order ${order.number} has been neither shipped nor canceled.`);
    const rows = await test.shop.db.selectFrom("customer_note").select("actor").execute();
    expect(rows).toEqual([{ actor: "staff:staff-manager" }]);

    const file = await send(manager, page, staffCustomerExportPath("c-ann"));
    expect(file.headers.get("content-disposition")).toContain("attachment");
    expect(JSON.parse(file.text)).toMatchObject({ data: { account: [{ email: ann.email }], notes: [{ note }] } });

    expect((await send(manager, page, staffCustomerSignOutPath("c-ann"))).status).toBe(303);
    expect((await manager.get(page)).text).toContain("Signed out everywhere");

    const personal = { actor: "owner", record_kind: "customer", record_id: "c-ann", action: "renamed", request_id: "r", at: 1 };
    await test.shop.db
      .insertInto("audit_entry")
      .values({ id: "a-1", ...personal, before: JSON.stringify({ email: ann.email }), after: "{}" })
      .execute();
    const erasure = staffCustomerErasurePath("c-ann");
    const open = await send(manager, page, erasure, { email: ann.email });
    expect([open.status, open.text]).toEqual([409, expect.stringContaining("neither shipped nor canceled")]);
    await shipped(test, order.id);
    expect((await send(manager, page, erasure, { email: "bob@example.com" })).status).toBe(422);
    const erased = await send(manager, page, erasure, { email: " ANN.lee@example.com" });
    expect(erased.status).toBe(303);
    expect((await manager.get(erased.headers.get("location") ?? "")).text).toContain("Erased. The books keep");

    expect(await test.shop.db.selectFrom("customer").select("email").where("id", "=", "c-ann").execute()).toEqual([
      { email: "" },
    ]);
    expect(await test.shop.db.selectFrom("customer_note").selectAll().execute()).toEqual([]);
    expect((await manager.get(page)).text).toContain("Erased customer");
    const audit = await auditOf(test);
    expect(audit.map(({ record_id, action }) => `${record_id} ${action}`)).toEqual(
      ["renamed", "note added", "note added", "exported", "signed out everywhere", "erased"].map((action) => `c-ann ${action}`),
    );
    expect(JSON.stringify(audit)).not.toContain("example.com");
  });

  test("a guest is found by the whole email, and erased by an order’s number", async () => {
    const test = await openShop({ engine, pays: false });
    const { id, number } = await placed(test.shop.db, { at: test.shop.now(), email: "Gil@example.com" });
    await shipped(test, id);
    const manager = await staffBrowser(test, "manager");
    const key = `guest-${number}`;
    expect((await manager.get(`${staffCustomersPath}?q=gil@example.com`)).text).toContain(staffCustomerPath(key));
    expect((await manager.get(`${staffCustomersPath}?q=gil`)).text).not.toContain(staffCustomerPath(key));

    const page = await manager.get(staffCustomerPath(key));
    expect(page.text).toContain("Ada Shopper");
    expect(page.text).not.toContain("Add the note");
    expect((await send(manager, staffCustomerPath(key), staffCustomerNotesPath(key), { note: "x" })).status).toBe(404);
    expect(
      (await send(manager, staffCustomerPath(key), staffCustomerErasurePath(key), { email: "gil@example.com" })).status,
    ).toBe(303);
    expect((await manager.get(staffCustomerPath(key))).status).toBe(404);
    expect(await test.shop.db.selectFrom("orders").select(["email", "number"]).execute()).toEqual([{ email: "", number }]);
  });
});

test("what is personal is given and erased only after a recent proof, and a note belongs to its customer", async () => {
  const test = await openShop({ pays: false });
  await addCustomer(test, "c-ann", ann);
  await addCustomer(test, "c-bob", { ...ann, email: "bob@example.com" });
  const manager = await staffBrowser(test, "manager");
  await send(manager, staffCustomerPath("c-ann"), staffCustomerNotesPath("c-ann"), { note: "hers" });
  const [note] = await test.shop.db.selectFrom("customer_note").select("id").execute();
  const removal = (key: string) =>
    send(manager, staffCustomerPath(key), staffCustomerNoteRemovalPath(key), { id: note?.id ?? "none" });
  expect((await removal("c-bob")).status).toBe(404);
  expect((await removal("c-ann")).status).toBe(303);

  test.pass(11 * 60_000);
  const page = staffCustomerPath("c-ann");
  expect((await send(manager, page, staffCustomerExportPath("c-ann"))).status).toBe(403);
  expect((await send(manager, page, staffCustomerErasurePath("c-ann"), { email: ann.email })).status).toBe(403);
  test.pass(day);
  expect(await test.shop.db.selectFrom("customer").select("email").where("id", "=", "c-ann").execute()).toEqual([
    { email: ann.email },
  ]);
});
