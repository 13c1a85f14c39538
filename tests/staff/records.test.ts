import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { notFound, ok } from "../../server/outcome.ts";
import { staffPersonPath, staffUndoPath } from "../../server/staff/paths.ts";
import { personKind } from "../../server/staff/people/person-kind.ts";
import { createRecord, type RecordKind, removeRecord, saveRecord, versionOf } from "../../server/staff/records/records.ts";
import { undoChange } from "../../server/staff/records/undo.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { addStaff, seenIn, send, sendSeen, signedInAs, staffBrowser, tokenIn } from "./staff-fixture.ts";

const source = { actor: "staff:staff-owner", requestId: "test" } as const;
const entriesOf = ({ shop }: TestShop) => shop.db.selectFrom("audit_entry").selectAll().orderBy("at").orderBy("id").execute();
const personIn = ({ shop }: TestShop, id: string) =>
  shop.db.selectFrom("staff").select(["name", "role"]).where("id", "=", id).executeTakeFirstOrThrow();

/** The manager's record, open in two owners' browsers. */
async function twoEditors(engine: (typeof engines)[number]) {
  const test = await openShop({ engine, pays: false });
  const one = await staffBrowser(test, "owner");
  const { id } = await addStaff(test, "manager");
  const { id: other } = await addStaff(test, "reader");
  await test.shop.db.updateTable("staff").set({ role: "owner" }).where("id", "=", other).execute();
  return { test, one, two: await signedInAs(test, other), id, page: staffPersonPath(id) };
}

/** A kind of records in memory whose rows can be added and removed, like links of the home page. */
function testKind(): { kind: RecordKind<{ title: string; place: number }>; rows: Map<string, { title: string; place: number }> } {
  const rows = new Map<string, { title: string; place: number }>();
  const put = async (_tx: unknown, id: string, fields: { title: string; place: number }) => {
    rows.set(id, { ...fields, title: fields.title.trim() });
    return ok({});
  };
  const kind: RecordKind<{ title: string; place: number }> = {
    kind: "test link",
    needs: "pages:write",
    name: ({ title }) => title,
    path: (id) => `/staff/links/${id}/`,
    labels: { title: "Title", place: "Place" },
    read: async (_tx, id) => rows.get(id),
    write: put,
    insert: put,
    remove: async (_tx, id) => (rows.delete(id) ? ok({}) : notFound),
  };
  return { kind, rows };
}

describe.each(engines)("on %s", (engine) => {
  test("of two editors the second sees both values, who saved, and chooses field by field", async () => {
    const { test, one, two, id, page } = await twoEditors(engine);
    const shown = await two.get(page);
    expect((await sendSeen(one, page, { name: "Mona", role: "editor" })).status).toBe(303);
    const late = await two.form(page, { _csrf: tokenIn(shown), seen: seenIn(shown), name: "Maria", role: "manager" });

    expect(late.status).toBe(409);
    expect(await personIn(test, id)).toEqual({ name: "Mona", role: "editor" });
    for (const words of ["Mona", "Maria", "editor", "manager", "The owner"]) expect(late.text).toContain(words);
    // Only the first changed the role, so it is kept. Both changed the name, and neither is
    // preselected.
    expect(late.text).toContain('<input type="hidden" name="keep_role" value="theirs">');
    expect(late.text).toMatch(/<strong>Role<\/strong> <span class="soft">changed by The owner, [^<]*, to<\/span>[^/]*>editor</);
    expect(late.text.match(/not saved yet/g)).toHaveLength(1);
    expect([...late.text.matchAll(/type="radio" name="(\w+)" value="(\w+)" required>/g)].map(([, ...parts]) => parts)).toEqual([
      ["keep_name", "theirs"],
      ["keep_name", "mine"],
    ]);

    const choice = { name: "Maria", role: "manager", keep_name: "mine", keep_role: "theirs" };
    const chosen = await two.form(page, { _csrf: tokenIn(late), seen: seenIn(late), ...choice });
    expect(chosen.status).toBe(303);
    expect(await personIn(test, id)).toEqual({ name: "Maria", role: "editor" });
    const entries = await entriesOf(test);
    expect(entries.map(({ actor, before, after }) => [actor, before, after])).toEqual([
      ["staff:staff-owner", '{"name":"The manager","role":"manager"}', '{"name":"Mona","role":"editor"}'],
      ["staff:staff-reader", '{"name":"Mona"}', '{"name":"Maria"}'],
    ]);
  });

  test("a field that only the second changed is kept, with nothing to choose; one that nobody changed is not shown", async () => {
    const { test, one, two, id, page } = await twoEditors(engine);
    const shown = await two.get(page);
    expect((await sendSeen(one, page, { name: "Mona", role: "manager" })).status).toBe(303);
    const late = await two.form(page, { _csrf: tokenIn(shown), seen: seenIn(shown), name: "Maria", role: "editor" });

    expect(late.text).toContain('<input type="hidden" name="keep_role" value="mine">');
    const savedBy = [...late.text.matchAll(/<strong>Saved<\/strong> <span class="soft">([^<]*)</g)].map(([, who]) => who);
    expect(savedBy).toEqual([expect.stringMatching(/^changed by The owner, /)]);

    // The second changed only the role, so one press saves both changes.
    const beside = await two.form(page, { _csrf: tokenIn(shown), seen: seenIn(shown), name: "The manager", role: "editor" });
    expect(beside.text).toContain("You changed other fields: save yours beside theirs.");
    expect(beside.text).not.toContain('type="radio"');
    const decided = { name: "The manager", role: "editor", keep_name: "theirs", keep_role: "mine" };
    expect((await two.form(page, { _csrf: tokenIn(beside), seen: seenIn(beside), ...decided })).status).toBe(303);
    expect(await personIn(test, id)).toEqual({ name: "Mona", role: "editor" });
  });

  test("of two saves at one moment exactly one wins, and pressed twice one is saved once", async () => {
    const { test, id } = await twoEditors(engine);
    const seen = versionOf({ name: "The manager", role: "manager" });
    const save = (name: string) => saveRecord(test.shop.db, personKind, { id, seen, fields: { name } }, source, test.shop.now());
    const outcomes = await Promise.all(["Ann", "Bea", "Cleo", "Dora"].map(save));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.code]))).toEqual(["changed", "changed", "changed"]);

    expect(await save((await personIn(test, id)).name)).toEqual(ok({ id }));
    expect(await entriesOf(test)).toHaveLength(1);
  });

  test("an undo puts back what an entry changed, can be undone, and is refused once the record moved on", async () => {
    const { test, one, id, page } = await twoEditors(engine);
    await sendSeen(one, page, { name: "Mona", role: "editor" });
    const [first] = await entriesOf(test);
    const undo = staffUndoPath(first?.id ?? "");
    expect((await one.get(page)).text).toContain(`action="${undo}"`);

    const done = await send(one, page, undo);
    expect([done.status, done.headers.get("location")]).toEqual([303, `${page}?undone=1`]);
    expect((await one.get(`${page}?undone=1`)).text).toContain("Undone.");
    expect(await personIn(test, id)).toEqual({ name: "The manager", role: "manager" });
    // A second press changes nothing more.
    expect((await send(one, page, undo)).status).toBe(303);
    expect(await entriesOf(test)).toHaveLength(2);

    test.pass(1000);
    const redo = (await entriesOf(test)).find(({ action }) => action === "change undone");
    expect((await send(one, page, staffUndoPath(redo?.id ?? ""))).status).toBe(303);
    expect(await personIn(test, id)).toEqual({ name: "Mona", role: "editor" });

    test.pass(1000);
    await sendSeen(one, page, { name: "Mona", role: "packer" });
    const refused = await send(one, page, undo);
    expect([refused.status, refused.text.includes("It was changed again since.")]).toEqual([409, true]);
    expect(refused.text).toContain(`href="${page}"`);
    expect((await one.get(page)).text).not.toContain(`action="${undo}"`);
    expect(await personIn(test, id)).toEqual({ name: "Mona", role: "packer" });
  });

  test("an undo of a change by itself and a later save at one moment leave one of the two", async () => {
    const { test, id } = await twoEditors(engine);
    const { db, now } = test.shop;
    const seen = versionOf({ name: "The manager", role: "manager" });
    const saved = await saveRecord(db, personKind, { id, seen, fields: { role: "editor" } }, source, now());
    const entryId = (saved.ok && saved.value.entryId) || "";
    const later = versionOf({ name: "The manager", role: "editor" });
    const [undone, again] = await Promise.all([
      undoChange(db, [personKind], entryId, source, now()),
      saveRecord(db, personKind, { id, seen: later, fields: { role: "packer" } }, source, now()),
    ]);
    expect([undone.ok, again.ok].filter(Boolean)).toHaveLength(1);
    expect((await personIn(test, id)).role).toBe(undone.ok ? "manager" : "packer");
  });

  test("what was added is taken back by its undo, and what was removed comes back as it was", async () => {
    const { shop } = await openShop({ engine, pays: false });
    const { db, now } = shop;
    const { kind, rows } = testKind();
    const kinds = [kind];
    const entryOf = (outcome: Awaited<ReturnType<typeof createRecord>>) => (outcome.ok && outcome.value.entryId) || "";

    const fields = { title: "Ferns", place: 1 };
    const added = await createRecord(db, kind, { id: "l1", fields }, source, now());
    expect(await createRecord(db, kind, { id: "l1", fields }, source, now())).toEqual(ok({ id: "l1" }));
    expect(await createRecord(db, kind, { id: "l1", fields: { ...fields, place: 2 } }, source, now())).toMatchObject({
      code: "changed",
    });
    expect(await removeRecord(db, kind, { id: "l1", seen: "another" }, source, now())).toMatchObject({ code: "changed" });
    const removed = await removeRecord(db, kind, { id: "l1", seen: versionOf(fields) }, source, now());
    expect(rows.size).toBe(0);

    expect(await undoChange(db, kinds, entryOf(removed), source, now())).toEqual(ok({ path: "/staff/links/l1/" }));
    expect(rows.get("l1")).toEqual(fields);
    await saveRecord(db, kind, { id: "l1", seen: versionOf(fields), fields: { place: 3 } }, source, now());
    expect(await undoChange(db, kinds, entryOf(added), source, now())).toMatchObject({ code: "changed" });
    rows.set("l1", fields);
    expect((await undoChange(db, kinds, entryOf(added), source, now())).ok).toBe(true);
    expect(rows.size).toBe(0);
    // `insert` trims the title, so the stored record differs from the given fields. The undo works
    // because the audit entry holds the stored values.
    const spaced = await createRecord(db, kind, { id: "l2", fields: { title: " Moss ", place: 1 } }, source, now());
    expect((await undoChange(db, kinds, entryOf(spaced), source, now())).ok).toBe(true);
  });

  test("an entry that was erased, or whose kind is unknown, is not undone", async () => {
    const { test, one, id, page } = await twoEditors(engine);
    await sendSeen(one, page, { name: "Mona", role: "editor" });
    const [entry] = await entriesOf(test);
    const { db, now } = test.shop;
    expect((await undoChange(db, [], entry?.id ?? "", source, now())).ok).toBe(false);
    await transact(db, (tx) => tx.updateTable("audit_entry").set({ before: null, after: null, erased_at: now() }).execute());
    expect((await send(one, page, staffUndoPath(entry?.id ?? ""))).status).toBe(404);
    expect((await personIn(test, id)).name).toBe("Mona");
  });
});

test("an undo takes the role and the recent proof that the change took", async () => {
  const { test, one, id, page } = await twoEditors("sqlite");
  await sendSeen(one, page, { name: "Mona", role: "manager" });
  const [entry] = await entriesOf(test);
  const undo = staffUndoPath(entry?.id ?? "");
  const manager = await signedInAs(test, id);
  expect((await send(manager, "/staff/security/", undo)).status).toBe(403);
  test.pass(11 * 60_000);
  expect((await send(one, page, undo)).text).toContain("Confirm it’s you");
  expect((await personIn(test, id)).name).toBe("Mona");
});

test("a version is the same for the same values, whatever the order of their names", () => {
  expect(versionOf({ a: 1, b: { c: [1], d: null } })).toBe(versionOf({ b: { d: null, c: [1] }, a: 1 }));
  expect(versionOf({ a: 1 })).not.toBe(versionOf({ a: "1" }));
  expect(versionOf({ list: [1, 2] })).not.toBe(versionOf({ list: [2, 1] }));
});
