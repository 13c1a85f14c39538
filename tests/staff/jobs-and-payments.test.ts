import { describe, expect, test } from "vitest";
import { newRowId } from "../../server/ids.ts";
import { countJobs } from "../../server/jobs/count.ts";
import { dollars } from "../../server/money.ts";
import { faultCards } from "../../server/payments/gateways/test/faults.ts";
import { pay } from "../../server/payments/pay.ts";
import { decidedOrphans, seenUnder } from "../../server/payments/sweep/decide.ts";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import { acceptForStaff, decisionsOf, leaveForStaff, returnForStaff } from "../../server/staff/orders/payment-actions.ts";
import {
  staffJobRetryPath,
  staffJobsPath,
  staffJobsRetryPath,
  staffOrphanReturnPath,
  staffOrphansAcceptPath,
  staffPath,
  staffPaymentLookUpPath,
  staffPaymentsPath,
  staffSweepPath,
} from "../../server/staff/paths.ts";
import { commandSource } from "../../server/staff/records/audit.ts";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { charge } from "../payments/gateways-live.ts";
import { atGateway, callOf, cards, expectInOrder, quick, shopperAt } from "../payments/shopper.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { confirmationIn } from "./order-confirmation.ts";
import { send, staffBrowser } from "./staff-fixture.ts";

const jobRow = {
  state: "failed" as const,
  payload: "{}",
  tries: 3,
  failure: "the server said no",
  created_at: 1,
  run_at: Date.now(),
};

const addJobs = async ({ shop }: TestShop) => {
  const rows = [
    { ...jobRow, id: "job-1", kind: "fulfilled-mail", subject: "one" },
    { ...jobRow, id: "job-2", kind: "remove-avatar", subject: "two" },
    {
      ...jobRow,
      id: "job-3",
      kind: "refunded-mail",
      subject: "three",
      state: "waiting" as const,
      failure: "",
      tries: 0,
      run_at: 4e12,
    },
  ];
  await shop.db.insertInto("job").values(rows).execute();
};
const jobsOf = ({ shop }: TestShop) =>
  shop.db.selectFrom("job").select(["id", "state", "tries", "failure"]).orderBy("id").execute();
const auditOf = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("audit_entry").select(["actor", "record_kind", "record_id", "action"]).orderBy("at").execute()).map(
    (entry) => Object.values(entry).join(" "),
  );
const approveLate = ({ gateway }: TestShop) =>
  fetch(`${gateway.url}/late`, { method: "POST", headers: { authorization: `Bearer ${gateway.secret}` } });
const orphans = ({ shop }: TestShop) =>
  shop.db.selectFrom("orphan_authorization").select(["reason", "state"]).orderBy("key").execute();

describe.each(engines)("on %s", (engine) => {
  test("a manager sees what failed, and tries one job or all of them again", async () => {
    const test = await openShop({ engine, pays: false });
    await addJobs(test);
    const manager = await staffBrowser(test, "manager");

    const failed = await manager.get(`${staffJobsPath}?failed=1`);
    expect(failed.text).toContain("Email: fulfilled");
    expect(failed.text).toContain("the server said no");
    expect(failed.text).not.toContain("Email: refunded");
    expect((await manager.get(staffJobsPath)).text).toContain("Email: refunded");

    const retried = await send(manager, staffJobsPath, staffJobRetryPath("job-1"));
    expect([retried.status, retried.headers.get("location")]).toEqual([303, `${staffJobsPath}?notice=retried`]);
    // The shop may have tried the job meanwhile; its count of tries starts again.
    const [first, second] = await jobsOf(test);
    expect([first?.state, (first?.tries ?? 9) <= 1, second?.state]).toEqual(["waiting", true, "failed"]);
    expect((await send(manager, staffJobsPath, staffJobRetryPath("nobody"))).status).toBe(404);

    expect((await send(manager, staffJobsPath, staffJobsRetryPath)).status).toBe(303);
    expect((await jobsOf(test)).filter(({ state }) => state === "failed")).toEqual([]);
    expect(await auditOf(test)).toEqual(["staff:staff-manager job job-1 tried again", "staff:staff-manager job all tried again"]);
  });

  test("an owner asks the gateway about a payment whose outcome is unknown, and the order is placed", async () => {
    const test = await openShop({ engine });
    const owner = await staffBrowser(test, "owner");
    await pay(test.shop, callOf(test, await shopperAt(test), cards.late), quick);
    const { id } = await test.shop.db.selectFrom("attempt").select("id").executeTakeFirstOrThrow();
    expect((await owner.get(staffPaymentsPath)).text).toContain("Outcome unknown");

    const asked = await send(owner, staffPaymentsPath, staffPaymentLookUpPath(id));
    expect([asked.status, asked.text]).toEqual([409, expect.stringContaining("hasn’t said yet what became of it")]);
    await approveLate(test);
    const told = await send(owner, staffPaymentsPath, staffPaymentLookUpPath(id));
    expect([told.status, told.headers.get("location")]).toEqual([303, `${staffPaymentsPath}?notice=ordered`]);
    // A second press gives the same answer and does nothing.
    expect((await send(owner, staffPaymentsPath, staffPaymentLookUpPath(id))).status).toBe(303);
    await test.runJobs();
    expect((await owner.get(staffPaymentsPath)).text).toContain("Every payment is decided.");
    await expectInOrder(test);
  });

  test("an owner compares with the gateway, returns one payment without an order, and leaves another", async () => {
    const test = await openShop({ engine });
    const owner = await staffBrowser(test, "owner");
    const compare = async () => (await send(owner, staffPaymentsPath, staffSweepPath)).headers.get("location");
    expect(await compare()).toBe(`${staffPaymentsPath}?notice=agrees`);
    await pay(test.shop, callOf(test, await shopperAt(test), cards.declinedButCharged), quick);
    expect(await compare()).toBe(`${staffPaymentsPath}?notice=undecided`);
    expect((await owner.get(`${staffPaymentsPath}?notice=undecided`)).text).toContain("compare again in a minute");
    await test.shop.gateway.authorize(charge("till-7"));
    await test.shop.gateway.authorize(charge("till-8"));

    expect(await compare()).toBe(`${staffPaymentsPath}?notice=swept`);
    expect((await owner.get(staffPaymentsPath)).text).toContain("till-7");
    expect(await atGateway(test, "void")).toEqual([]);

    const agreed = { key: "till-7", shownAmount: "4200" };
    const [returned, again] = [
      await send(owner, staffPaymentsPath, staffOrphanReturnPath, agreed),
      await send(owner, staffPaymentsPath, staffOrphanReturnPath, agreed),
    ];
    expect([returned.status, again.status]).toEqual([303, 409]);
    await test.runJobs();
    expect((await send(owner, staffPaymentsPath, staffOrphansAcceptPath)).status).toBe(303);
    expect(await orphans(test)).toEqual([
      { reason: "foreign", state: "voided" },
      { reason: "foreign", state: "accepted" },
    ]);
    expect(await atGateway(test, "void")).toHaveLength(1);
    expect((await send(owner, staffPaymentsPath, staffOrphanReturnPath, { key: "nobody’s" })).status).toBe(404);
    expect((await auditOf(test)).at(-1)).toBe("staff:staff-owner unmatched payment till-8 left as it is");
  });
});

test("emails that have waited for an hour are on Today and above the jobs, with how many and since when", async () => {
  const test = await openShop({ pays: false });
  const { db, now, dates } = test.shop;
  const [owner, packer] = [await staffBrowser(test, "owner"), await staffBrowser(test, "packer")];
  // A mail server that refuses each email makes each next try later. These jobs have kinds that the
  // shop's own queue ignores.
  const failing = { state: "waiting" as const, payload: "{}", failure: "the mail server is away", tries: 5, run_at: 4e12 };
  const began = now();
  const add = (id: string, kind: string, row: { tries?: number; run_at?: number; first_try_at?: number }) =>
    db
      .insertInto("job")
      .values({ ...failing, id, kind, subject: id, created_at: began, ...row })
      .execute();
  await add("m-1", "one-mail", { first_try_at: began });
  await add("m-2", "other-notice", { first_try_at: began + 1000 });
  await add("m-3", "later-mail", { tries: 0 });
  await add("r-1", "refund", { first_try_at: began - 7_200_000 });
  test.pass(59 * 60_000);
  const [onToday, aboveJobs] = ["waiting to be sent since", "have been waiting to be sent since"];
  expect((await owner.get(staffPath)).text).not.toContain(onToday);
  test.pass(60_000);

  const since = dates.moment(began).text;
  expect((await owner.get(staffPath)).text).toContain(`<strong>2</strong> emails ${onToday} ${since}</a>`);
  expect((await owner.get(staffJobsPath)).text).toContain(`2 emails ${aboveJobs} ${since}.`);
  expect((await packer.get(staffPath)).text).not.toContain(onToday);
  // An email's age is counted from its first try, although each failed try delays the next one.
  expect((await countJobs(db, now())).mail.age).toBeGreaterThanOrEqual(3_600_000);
  expect((await countJobs(db, now())).mail.age).toBeLessThan(3_700_000);
});

test("money without an order is returned once the owner has agreed to what the page names", async () => {
  const test = await openShop();
  const owner = await staffBrowser(test, "owner");
  await test.shop.gateway.authorize(charge("till-7"));
  await sweepNow(test.shop);
  expect((await owner.get(staffPath)).text).toContain("<strong>1</strong> payment at the gateway without an order");

  const asked = await send(owner, staffPaymentsPath, staffOrphanReturnPath, { key: "till-7" });

  expect([asked.status, await orphans(test)]).toEqual([200, [{ reason: "foreign", state: "reported" }]]);
  expect(asked.text).toMatch(
    /This gives the money back: \$42\.00, Visa ending in 4242, authorized \w+ \d+, \d{4} at [^;]+; key till-7\. A hold is released, and what was charged is refunded\. It can’t be undone\./,
  );
  const {
    button,
    fields: { _csrf, ...fields },
  } = confirmationIn(asked);
  expect([fields, button]).toEqual([
    { key: "till-7", shownAmount: "4200", seen: expect.stringMatching(/^[\w-]{43}$/) },
    "Return $42.00",
  ]);
  const other = await send(owner, staffPaymentsPath, staffOrphanReturnPath, { ...fields, shownAmount: "4100" });
  expect([other.status, other.text.includes('name="shownAmount" value="4200"')]).toEqual([409, true]);
  expect(await orphans(test)).toEqual([{ reason: "foreign", state: "reported" }]);

  expect((await send(owner, staffPaymentsPath, staffOrphanReturnPath, fields)).status).toBe(303);
  await test.runJobs();
  expect(await orphans(test)).toEqual([{ reason: "foreign", state: "voided" }]);
  expect((await owner.get(staffPath)).text).not.toContain("without an order");
});

test("a return that a colleague has overtaken is refused, and shown anew as it stands now", async () => {
  const test = await openShop();
  const owner = await staffBrowser(test, "owner");
  await test.shop.gateway.authorize(charge("till-7"));
  await sweepNow(test.shop);
  const { fields } = confirmationIn(await send(owner, staffPaymentsPath, staffOrphanReturnPath, { key: "till-7" }));
  await acceptForStaff(test.shop.db, commandSource(), test.shop.now(), "till-7");

  const late = await owner.form(staffOrphanReturnPath, fields);

  expect([late.status, late.text]).toEqual([409, expect.stringContaining("Somebody has decided about this payment")]);
  expect(confirmationIn(late).words).toContain("left as it is so far; key till-7");
  expect(await orphans(test)).toEqual([{ reason: "foreign", state: "accepted" }]);
  // After a new confirmation the money goes back. A return in progress cannot be confirmed again.
  const again = confirmationIn(late).fields;
  expect((await owner.form(staffOrphanReturnPath, again)).status).toBe(303);
  const twice = await owner.form(staffOrphanReturnPath, again);
  expect([twice.status, twice.text]).toEqual([409, expect.stringContaining("this payment is being returned already")]);
  expect((await send(owner, staffPaymentsPath, staffOrphansAcceptPath, { key: "till-7" })).status).toBe(409);
});

test.each(engines)("two who return and leave the same money at one moment are not both told so, on %s", async (engine) => {
  const test = await openShop({ engine });
  const { db, now } = test.shop;
  await test.shop.gateway.authorize(charge("till-7"));
  await sweepNow(test.shop);
  const seen = await seenUnder(db, "till-7");
  const outcomes = await Promise.all([
    acceptForStaff(db, commandSource(), now(), "till-7"),
    returnForStaff(db, "till-7", commandSource(), now(), seen),
  ]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
});

test("a return that the bank refuses says so, and is over once somebody has recorded how it was handled", async () => {
  const test = await openShop();
  const owner = await staffBrowser(test, "owner");
  const [card] = [...faultCards].find(([, name]) => name === "refund_declined") ?? [];
  for (const key of ["till-7", "till-8"]) {
    const { ref } = await test.shop.gateway.authorize(charge(key, card));
    await test.shop.gateway.capture({ key: `${key}:cap`, authRef: ref ?? "", amountCents: 4200 });
  }
  await sweepNow(test.shop);
  await returnForStaff(test.shop.db, "till-7", commandSource(), test.shop.now());
  await test.runJobs();

  const page = await owner.get(staffPaymentsPath);
  expect(textOf(pageOf(page), "main")).toContain("The return was refused by the bank: account_closed");
  expect(textOf(pageOf(await owner.get(staffPath)), "main")).toContain("1 refund or charge that was refused");
  const leave = (fields: Record<string, string>) => send(owner, staffPaymentsPath, staffOrphansAcceptPath, fields);
  const empty = await leave({ key: "till-7", note: " " });
  expect([empty.status, textOf(pageOf(empty), "#note-error")]).toEqual([
    422,
    "Say how it was handled, such as “paid back in cash”.",
  ]);
  const asked = await leave({ key: "till-7", note: "paid back in cash" });
  expect(asked.status).toBe(200);
  const { words, button, fields } = confirmationIn(asked);
  expect([words, button]).toEqual([
    expect.stringMatching(/never tries to return it again: \$42\.00, .*; key till-7\. How it was handled: paid back in cash\./),
    "Leave $42.00 as it is",
  ]);
  const shown = await leave({ ...fields, shownAmount: "4100" });
  expect([shown.status, pageOf(shown).querySelector("#note")?.getAttribute("value")]).toEqual([409, "paid back in cash"]);
  expect((await orphans(test)).map(({ state }) => state)).toEqual(["returning", "reported"]);

  const done = await owner.form(staffOrphansAcceptPath, fields);
  expect([done.status, done.headers.get("location")]).toEqual([303, `${staffPaymentsPath}?notice=left`]);
  // The button was pressed twice, or a colleague decided differently at the same time.
  const twice = await owner.form(staffOrphansAcceptPath, { ...fields, note: "by check" });
  expect([twice.status, twice.text]).toEqual([409, expect.stringContaining("Somebody has decided about this payment")]);

  const after = textOf(pageOf(await owner.get(staffPaymentsPath)), "main").replace(/\s+/g, " ");
  expect(after).toMatch(/Left as it is paid back in cash The owner Card ending in 0238 till-7 \$42\.00(?! Return the money)/);
  expect(after).not.toContain("account_closed");
  expect((await send(owner, staffPaymentsPath, staffOrphanReturnPath, { key: "till-7" })).status).toBe(409);
});

test("who says something of one payment without its key leaves nothing as it is", async () => {
  const test = await openShop();
  const owner = await staffBrowser(test, "owner");
  for (const key of ["till-7", "till-8"]) await test.shop.gateway.authorize(charge(key));
  await sweepNow(test.shop);
  for (const fields of [{ note: "cash" }, { seen: "1" }, { shownAmount: "4200" }])
    expect((await send(owner, staffPaymentsPath, staffOrphansAcceptPath, fields)).status).toBe(400);
  expect((await orphans(test)).map(({ state }) => state)).toEqual(["reported", "reported"]);
  expect((await send(owner, staffPaymentsPath, staffOrphansAcceptPath, {})).status).toBe(303);
  expect((await orphans(test)).map(({ state }) => state)).toEqual(["accepted", "accepted"]);
});

test("a refused return stands on the page however many others are reported, and its note beside it alone", async () => {
  const test = await openShop();
  const { db, gateway, now } = test.shop;
  const owner = await staffBrowser(test, "owner");
  const [card] = [...faultCards].find(([, name]) => name === "refund_declined") ?? [];
  const { ref } = await gateway.authorize(charge("till-7", card));
  await gateway.capture({ key: "till-7:cap", authRef: ref ?? "", amountCents: 4200 });
  await sweepNow(test.shop);
  await returnForStaff(db, "till-7", commandSource(), now());
  await test.runJobs();
  const { id: _, ...row } = await db.selectFrom("orphan_authorization").selectAll().executeTakeFirstOrThrow();
  const older = (n: number) => ({
    ...row,
    id: newRowId(),
    ref: `ref-${n}`,
    key: n === 0 ? "till-7" : `older-${n}`,
    state: "reported" as const,
    authorized_at: row.authorized_at - 1000,
    updated_at: row.updated_at,
  });
  await db
    .insertInto("orphan_authorization")
    .values(Array.from({ length: 210 }, (_, n) => older(n)))
    .execute();

  expect(textOf(pageOf(await owner.get(staffPaymentsPath)), "main")).toContain("The return was refused by the bank");
  await acceptForStaff(db, commandSource(), now(), "till-7");
  expect((await leaveForStaff(test.shop, { key: "till-7", note: "paid back in cash" }, commandSource())).ok).toBe(true);
  const decisions = await decisionsOf(db, await decidedOrphans(db, 5));
  expect(Object.fromEntries([...decisions].map(([each, { note }]) => [each, note]))).toEqual({
    [ref ?? ""]: "paid back in cash",
    "ref-0": undefined,
  });
});

test("reported money is left as it is one by one, and the page lists what was done, when, and by whom", async () => {
  const test = await openShop();
  for (const key of ["till-7", "till-8", "till-9"]) await test.shop.gateway.authorize(charge(key));
  await pay(test.shop, callOf(test, await shopperAt(test), cards.declinedButCharged), quick);
  test.pass(3_600_000);
  await sweepNow(test.shop);
  await test.runJobs();
  // An hour later: decisions about money require a recent proof.
  const owner = await staffBrowser(test, "owner");
  const decided = async () => {
    const { text } = await owner.get(staffPaymentsPath);
    const [, table = ""] = text.split("Returned, or left as they are");
    return [...table.matchAll(/<tr>\s*<td data-label="When">(.*?)<\/tr>/gs)].map(([, row = ""]) =>
      row
        .replaceAll(/<form.*?<\/form>/gs, "")
        .replaceAll(/<[^>]+>/g, "|")
        .split("|")
        .map((cell) => cell.trim())
        .filter(Boolean)
        .slice(1),
    );
  };
  const { key: own, amount } = await test.shop.db.selectFrom("attempt").select(["key", "amount"]).executeTakeFirstOrThrow();
  const byShop = ["Hold released", "the shop, by itself", "Card ending in 0246", own, dollars(amount)];
  expect(await decided()).toEqual([byShop]);

  test.pass(1000);
  expect((await send(owner, staffPaymentsPath, staffOrphansAcceptPath, { key: "till-8" })).status).toBe(303);
  // The button is pressed twice.
  expect((await send(owner, staffPaymentsPath, staffOrphansAcceptPath, { key: "till-8" })).status).toBe(303);
  expect((await send(owner, staffPaymentsPath, staffOrphansAcceptPath, { key: "till-1" })).status).toBe(404);
  expect((await orphans(test)).map(({ state }) => state).toSorted()).toEqual(["accepted", "reported", "reported", "voided"]);
  const card = "Visa ending in 4242";
  const left = (key: string) => ["Left as it is", "The owner", card, key, "$42.00"];
  expect(await decided()).toEqual([left("till-8"), byShop]);

  test.pass(1000);
  await returnForStaff(test.shop.db, "till-8", commandSource(), test.shop.now());
  await test.runJobs();
  test.pass(1000);
  await acceptForStaff(test.shop.db, commandSource(), test.shop.now(), "till-7");
  test.pass(1000);
  expect((await send(owner, staffPaymentsPath, staffOrphansAcceptPath)).status).toBe(303);
  expect(await decided()).toEqual([
    left("till-9"),
    ["Left as it is", "owner’s command", card, "till-7", "$42.00"],
    ["Hold released", "owner’s command", card, "till-8", "$42.00"],
    byShop,
  ]);
});

test("a gateway that does not answer is told of, and nothing is taken for compared", async () => {
  const test = await openShop();
  const owner = await staffBrowser(test, "owner");
  const nothing = { avs: null, cvv: null, brand: null, last4: null, ref: null, amountCents: null, retryable: false } as const;
  test.shop.gateway = { ...test.shop.gateway, list: async () => ({ status: "unknown", code: "timeout", ...nothing }) };
  const page = await send(owner, staffPaymentsPath, staffSweepPath);
  expect([page.status, page.text]).toEqual([503, expect.stringContaining("The card gateway couldn’t be asked.")]);
  expect(await sweepNow(test.shop)).toMatchObject({ status: "busy" });
});

test("a payment’s money moves only after a recent proof", async () => {
  const test = await openShop();
  const owner = await staffBrowser(test, "owner");
  await test.shop.gateway.authorize(charge("till-9"));
  await sweepNow(test.shop);
  test.pass(11 * 60_000);
  const page = await send(owner, staffPaymentsPath, staffOrphanReturnPath, { key: "till-9" });
  expect([page.status, page.text]).toEqual([403, expect.stringContaining('value="till-9"')]);
  expect(await orphans(test)).toEqual([{ reason: "foreign", state: "reported" }]);
});
