import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { continueRun, startRun } from "../../server/staff/lists/bulk.ts";
import { bulkActions } from "../../server/staff/lists/bulk-actions.ts";
import {
  staffBulkRunPath,
  staffBulkUndoPath,
  staffCustomersPath,
  staffImportsPath,
  staffJobRetryPath,
  staffJobsPath,
  staffJobsRetryPath,
  staffNewRolePath,
  staffPath,
  staffPeoplePath,
  staffPersonLinkPath,
  staffPersonPath,
  staffPersonRemovalPath,
  staffProductPath,
  staffReviewsPath,
  staffRolePath,
  staffRoleRemovalPath,
  staffRolesPath,
  staffSecurityPath,
  staffStockPath,
  staffUndoPath,
} from "../../server/staff/paths.ts";
import { type Permission, permissions } from "../../server/staff/people/rules/permissions.ts";
import { startImport } from "../../server/staff/products/imports.ts";
import { hideProducts } from "../../server/staff/products/product-bulk.ts";
import { commandSource } from "../../server/staff/records/audit.ts";
import { pageOf } from "../checkout/shopper.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { addOwnRole, addStaff, password, seenIn, send, sendSeen, signedInAs, staffBrowser, tokenIn } from "./staff-fixture.ts";

const rolesIn = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("staff_role").select(["name", "permissions"]).orderBy("name").execute()).map((row) => ({
    ...row,
    permissions: JSON.parse(row.permissions) as string[],
  }));
const roleOf = async ({ shop }: TestShop, id: string) =>
  (await shop.db.selectFrom("staff").select("role").where("id", "=", id).executeTakeFirstOrThrow()).role;
const giveRole = ({ shop }: TestShop, id: string, role: string) =>
  shop.db.updateTable("staff").set({ role }).where("id", "=", id).execute();

/** Sends a form whose field `permissions` is repeated. */
async function sendRole(
  browser: TestBrowser,
  page: string,
  name: string,
  chosen: readonly Permission[],
  seen?: string,
): Promise<Answer> {
  const shown = await browser.get(page);
  const fields = [
    ["_csrf", tokenIn(shown)],
    ["seen", seen ?? seenIn(shown)],
    ["name", name],
    ...chosen.map((permission) => ["permissions", permission]),
  ] as [string, string][];
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
  return await browser.request("POST", page, { body: String(new URLSearchParams(fields)), headers });
}

const idIn = ({ headers }: Answer): string => /roles\/([0-9a-f]{32})\//.exec(headers.get("location") ?? "")?.[1] ?? "no id";
const ticks = (answer: Answer): string[] =>
  [...pageOf(answer).querySelectorAll("input[name=permissions]")].map((box) => box.getAttribute("value") ?? "");
const peopleDesk: readonly Permission[] = ["people:read", "people:write", "orders:read", "orders:ship"];

describe.each(proofEngines)("on %s", (engine) => {
  test("an owner makes a role, gives it, and changes it, at once for who has it", async () => {
    const test = await openShop({ engine, pays: false });
    const owner = await staffBrowser(test, "owner");
    const { id } = await addStaff(test, "reader");
    const reader = await signedInAs(test, id);
    expect(ticks(await owner.get(staffNewRolePath))).toEqual([...permissions]);

    const created = await sendRole(owner, staffNewRolePath, " Night shift ", ["orders:ship"]);
    expect(created.status).toBe(303);
    const role = idIn(created);
    // A permission to change includes the permission to read.
    expect(await rolesIn(test)).toEqual([{ name: "Night shift", permissions: ["orders:read", "orders:ship"] }]);
    expect((await sendSeen(owner, staffPersonPath(id), { name: "Robin", role })).status).toBe(303);
    expect((await reader.get(staffStockPath)).status).toBe(403);
    const today = await reader.get(staffPath);
    expect([today.text.includes("<span>Night shift</span>"), today.text.includes(staffReviewsPath)]).toEqual([true, false]);

    expect((await sendRole(owner, staffRolePath(role), "Night shift", ["stock:write", "orders:ship"])).status).toBe(303);
    expect((await reader.get(staffStockPath)).status).toBe(200);
    const page = await owner.get(staffPersonPath(id));
    expect(page.text).toMatch(/reader[\s\S]*Night shift/);
    expect((await owner.get(staffRolesPath)).text).toMatch(/Night shift[\s\S]*Orders, Stock/);

    const held = await owner.get(staffRolePath(role));
    expect(held.text).not.toContain(staffRoleRemovalPath(role));
    const removal = { _csrf: tokenIn(held), seen: seenIn(held) };
    expect((await owner.form(staffRoleRemovalPath(role), removal)).status).toBe(403);
    await sendSeen(owner, staffPersonPath(id), { name: "Robin", role: "reader" });
    test.pass(1000);
    const removed = await owner.form(staffRoleRemovalPath(role), removal);
    expect([removed.status, await rolesIn(test)]).toEqual([303, []]);
    // The undo is on the next page.
    const after = pageOf(await owner.get(removed.headers.get("location") ?? ""));
    const undo = after.querySelector("#removed ~ ul form")?.getAttribute("action") ?? "no undo";
    expect((await send(owner, staffRolesPath, undo)).status).toBe(303);
    expect((await rolesIn(test)).map(({ name }) => name)).toEqual(["Night shift"]);
  });

  test("a role has a name of its own and opens something", async () => {
    const test = await openShop({ engine, pays: false });
    const owner = await staffBrowser(test, "owner");
    await addOwnRole(test, "Desk", ["orders:read"]);
    for (const name of ["", "Owner", "desk", "x".repeat(41)])
      expect([name, (await sendRole(owner, staffNewRolePath, name, ["orders:read"])).status]).toEqual([name, 422]);
    expect((await sendRole(owner, staffNewRolePath, "Other", [])).status).toBe(422);
    expect((await sendRole(owner, staffNewRolePath, "Other", ["orders:everything" as Permission])).status).toBe(400);
    expect((await rolesIn(test)).map(({ name }) => name)).toEqual(["Desk"]);
    // Built-in roles are no records.
    expect((await owner.get(staffRolePath("packer"))).text).not.toContain('<form class="stack panel"');
    expect((await owner.form(staffRolePath("packer"), { _csrf: tokenIn(await owner.get(staffPath)), name: "x" })).status).toBe(
      404,
    );
  });

  test("nobody gives what they lack, by a role, by making or changing one, or by an undo", async () => {
    const test = await openShop({ engine, pays: false });
    const owner = await staffBrowser(test, "owner");
    const desk = await staffBrowser(test, await addOwnRole(test, "people desk", peopleDesk));
    const small = await addOwnRole(test, "small", ["orders:read"]);
    const large = await addOwnRole(test, "large", ["orders:read", "orders:refund"]);
    const { id } = await addStaff(test, "reader");
    await giveRole(test, id, small);

    // The pages offer only permissions that the member has.
    expect(ticks(await desk.get(staffNewRolePath))).toEqual(["orders:read", "orders:ship", "people:read", "people:write"]);
    const offered = pageOf(await desk.get(staffPersonPath(id))).querySelectorAll("input[name=role]");
    expect([...offered].map((radio) => radio.getAttribute("value"))).toEqual(["people desk", "small"]);

    const before = await rolesIn(test);
    expect((await sendRole(desk, staffNewRolePath, "Mine", ["stock:read"])).status).toBe(403);
    expect((await sendRole(desk, staffRolePath(small), "small", ["orders:read", "orders:refund"])).status).toBe(403);
    const seen = seenIn(await owner.get(staffRolePath(large)));
    expect((await sendRole(desk, staffRolePath(large), "large", ["orders:read"], seen)).status).toBe(403);
    expect((await desk.get(staffRolePath(large))).text).not.toContain('name="permissions"');
    expect(await rolesIn(test)).toEqual(before);

    for (const role of ["owner", "packer", large]) {
      expect((await sendSeen(desk, staffPersonPath(id), { name: "", role })).status).toBe(403);
      expect((await send(desk, staffPeoplePath, staffPeoplePath, { email: "new@staff.example", role })).status).toBe(403);
    }
    expect(await roleOf(test, id)).toBe(small);
    expect((await sendSeen(desk, staffPersonPath(id), { name: "", role: "nobody" })).status).toBe(422);

    // The member cannot change people with more permissions either.
    const owned = staffPersonPath("staff-owner");
    const form = { _csrf: tokenIn(await desk.get(staffPath)) };
    expect((await desk.get(owned)).text).not.toContain('name="role"');
    expect((await desk.form(staffPersonRemovalPath("staff-owner"), form)).status).toBe(403);
    expect((await desk.form(staffPersonLinkPath("staff-owner"), { ...form, resetSteps: "1" })).status).toBe(403);
    expect((await owner.get(owned)).status).toBe(200);

    // An undo that would give the larger role back is refused, and no page offers it.
    await sendSeen(owner, staffPersonPath(id), { name: "", role: large });
    await sendSeen(owner, staffPersonPath(id), { name: "", role: small });
    const entries = await test.shop.db.selectFrom("audit_entry").select(["id", "after"]).execute();
    const back = entries.find(({ after }) => after === JSON.stringify({ role: small }))?.id ?? "no entry";
    expect((await desk.get(staffPersonPath(id))).text).not.toContain(staffUndoPath(back));
    expect((await desk.form(staffUndoPath(back), form)).status).toBe(403);
    expect(await roleOf(test, id)).toBe(small);

    // The member may do everything that needs only own permissions.
    expect((await sendRole(desk, staffNewRolePath, "Mine", ["orders:ship"])).status).toBe(303);
    expect((await sendSeen(desk, staffPersonPath(id), { name: "Robin", role: "people desk" })).status).toBe(303);
  });

  test("an undo asks for the permission at that moment, also after a session that is over", async () => {
    const test = await openShop({ engine, pays: false });
    const { db, now } = test.shop;
    const { id, email } = await addStaff(test, "editor");
    await addStaff(test, "owner");
    const editor = await signedInAs(test, id);
    await startRun(
      db,
      {
        ...{ id: "a".repeat(32), action: hideProducts, selection: { products: { ids: ["p-1"] } }, staffId: id, isSmall: true },
        source: { actor: `staff:${id}`, requestId: "run-1" },
      },
      now(),
    );
    await continueRun({ db, now }, bulkActions, "a".repeat(32));
    const [entry] = await db.selectFrom("audit_entry").select("id").where("record_kind", "=", "product").execute();
    const shown = await editor.get(staffProductPath("p-1"));
    expect(shown.text).toContain(staffUndoPath(entry?.id ?? ""));

    await giveRole(test, id, "packer");
    const run = { id: "b".repeat(32) };
    const proof = { proof_email: email, proof_password: password, proof_code: "" };
    for (const [path, fields] of [
      [staffUndoPath(entry?.id ?? ""), {}],
      [staffBulkUndoPath("a".repeat(32)), run],
    ] as const) {
      expect([
        path,
        (await editor.form(path, { _csrf: tokenIn(await editor.get(staffSecurityPath)), ...fields })).status,
      ]).toEqual([path, 403]);
      // The page that asks for a sign-in sends the form again, with the proof.
      const signedOut = test.browser();
      const asked = await signedOut.form(path, { _csrf: tokenIn(await signedOut.get("/staff/signin/")), ...fields });
      const entered = await signedOut.form(path, { _csrf: tokenIn(asked), ...fields, ...proof });
      expect([path, asked.status, entered.status, entered.text.includes("Your role doesn’t include this")]).toEqual([
        path,
        401,
        403,
        true,
      ]);
    }
    const { published } = await db.selectFrom("product").select("published").where("id", "=", "p-1").executeTakeFirstOrThrow();
    expect(published).toBe(0);
    expect((await editor.get(staffBulkRunPath("a".repeat(32)))).text).not.toContain(staffBulkUndoPath("a".repeat(32)));
  });

  test("an action on many records goes no further once who began it may no longer", async () => {
    const test = await openShop({ engine, pays: false });
    const { db, now } = test.shop;
    const { id } = await addStaff(test, "editor");
    const source = { actor: `staff:${id}` as const, requestId: "run-1" };
    const selection = { products: { ids: ["p-1", "p-2"] } };
    await startRun(db, { id: "a".repeat(32), action: hideProducts, selection, staffId: id, source, isSmall: false }, now());
    await giveRole(test, id, "reader");
    await test.runJobs();
    const run = await db.selectFrom("staff_bulk_run").selectAll().executeTakeFirstOrThrow();
    expect([run.done, run.refused, run.finished_at !== null]).toEqual([0, 2, true]);
    expect(run.refusals).toContain("Whoever began this may no longer do it.");
    expect(
      await db.selectFrom("product").select("id").where("published", "=", 0).where("id", "in", ["p-1", "p-2"]).execute(),
    ).toEqual([]);
  });

  test("an import that sets stock takes the stock’s permission, and goes no further without it", async () => {
    const test = await openShop({ engine, pays: false });
    const { db } = test.shop;
    const text = "Handle,Title,Variant Price,Variant SKU,Variant Inventory Qty\nbowl,Bowl,12,B-1,3";
    const upload = async (browser: TestBrowser, stock: string) => {
      const form = new FormData();
      const fields = { _csrf: tokenIn(await browser.get(staffImportsPath)), category: "glass", stock };
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append("file", new Blob([text]), "bowls.csv");
      return await browser.request("POST", staffImportsPath, { body: form, headers: { accept: "text/html" } });
    };
    const editor = await staffBrowser(test, "editor");
    expect((await editor.get(staffImportsPath)).text).not.toContain('name="stock"');
    expect((await upload(editor, "set")).status).toBe(403);
    const both = await addOwnRole(test, "both", ["products:read", "products:write", "stock:read", "stock:write"]);
    const stocker = await staffBrowser(test, both);
    expect((await upload(stocker, "set")).status).toBe(303);
    await test.runJobs();

    const page = await db.selectFrom("product_import").select("id").where("state", "=", "checked").executeTakeFirstOrThrow();
    const start = `/staff/imports/${page.id}/start/`;
    expect((await editor.get(`/staff/imports/${page.id}/`)).text).not.toContain(start);
    expect((await send(editor, `/staff/imports/${page.id}/`, start)).status).toBe(403);
    await giveRole(test, `staff-${both}`, "editor");
    // The test starts the import by its rule. A press would wake the worker, which might import
    // before the role is removed.
    await startImport(db, { id: page.id, categories: [] }, commandSource(), test.shop.now());
    await test.runJobs();
    const { state, failure } = await db
      .selectFrom("product_import")
      .select(["state", "failure"])
      .where("id", "=", page.id)
      .executeTakeFirstOrThrow();
    expect([state, failure]).toEqual(["failed", "Whoever uploaded it may no longer import it."]);
    expect(await db.selectFrom("product").select("id").where("slug", "=", "bowl").execute()).toEqual([]);
  });

  test("a failed job that moves money is tried again by those alone who may refund", async () => {
    const test = await openShop({ engine, pays: false });
    const row = { state: "failed" as const, payload: "{}", tries: 3, failure: "no", created_at: 1, run_at: Date.now() };
    await test.shop.db
      .insertInto("job")
      .values([
        { ...row, id: "job-1", kind: "refund", subject: "one" },
        { ...row, id: "job-2", kind: "remove-avatar", subject: "two" },
      ])
      .execute();
    const keeper = await staffBrowser(test, await addOwnRole(test, "keeper", ["jobs:read", "jobs:write"]));
    const page = (await keeper.get(staffJobsPath)).text;
    expect([page.includes(staffJobRetryPath("job-1")), page.includes(staffJobRetryPath("job-2"))]).toEqual([false, true]);
    expect((await send(keeper, staffJobsPath, staffJobRetryPath("job-1"))).status).toBe(404);
    expect((await send(keeper, staffJobsPath, staffJobsRetryPath)).status).toBe(303);
    const jobs = await test.shop.db.selectFrom("job").select(["id", "state"]).orderBy("id").execute();
    expect(jobs.map(({ id, state }) => [id, state === "failed"])).toEqual([
      ["job-1", true],
      ["job-2", false],
    ]);
  });

  test("a customer’s page lists orders to those alone who may see orders", async () => {
    const test = await openShop({ engine });
    const { number } = await paidOrder(test);
    const page = `${staffCustomersPath}guest-${number}/`;
    const link = `/staff/orders/${number}/`;
    const desk = await staffBrowser(test, await addOwnRole(test, "customer desk", ["customers:read"]));
    const shown = await desk.get(page);
    expect([shown.status, shown.text.includes(link)]).toEqual([200, false]);
    expect((await (await staffBrowser(test, "reader")).get(page)).text).toContain(link);
  });
});

test("a stored permission that this release doesn’t know opens nothing, nor does a role that is gone", async () => {
  const test = await openShop({ pays: false });
  const row = { id: "later", name: "later", permissions: JSON.stringify(["orders:burn", "stock:read"]), created_at: 1 };
  await test.shop.db.insertInto("staff_role").values(row).execute();
  const browser = await staffBrowser(test, "later");
  expect([(await browser.get(staffStockPath)).status, (await browser.get("/staff/orders/")).status]).toEqual([200, 403]);
  await transact(test.shop.db, (tx) => tx.deleteFrom("staff_role").execute());
  expect([(await browser.get(staffStockPath)).status, (await browser.get(staffPath)).status]).toEqual([403, 200]);
});
