import { describe, expect, test } from "vitest";
import { pay } from "../../server/payments/pay.ts";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import {
  staffJobRetryPath,
  staffJobsPath,
  staffJobsRetryPath,
  staffOrphanReturnPath,
  staffOrphansAcceptPath,
  staffPaymentLookUpPath,
  staffPaymentsPath,
  staffSweepPath,
} from "../../server/staff/paths.ts";
import { charge } from "../payments/gateways-live.ts";
import { atGateway, callOf, cards, expectInOrder, quick, shopperAt } from "../payments/shopper.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { send, staffBrowser } from "./staff-fixture.ts";

const jobRow = { state: "failed" as const, payload: "{}", tries: 3, failure: "the server said no", created_at: 1, run_at: 1 };

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
    // The shop may have tried it meanwhile: its tries begin anew.
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
    // Pressed again, it says the same and does nothing.
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

    const [returned, again] = [
      await send(owner, staffPaymentsPath, staffOrphanReturnPath, { key: "till-7" }),
      await send(owner, staffPaymentsPath, staffOrphanReturnPath, { key: "till-7" }),
    ];
    expect([returned.status, again.status]).toEqual([303, 303]);
    await test.runJobs();
    expect((await send(owner, staffPaymentsPath, staffOrphansAcceptPath)).status).toBe(303);
    expect(await orphans(test)).toEqual([
      { reason: "foreign", state: "voided" },
      { reason: "foreign", state: "accepted" },
    ]);
    expect(await atGateway(test, "void")).toHaveLength(1);
    expect((await send(owner, staffPaymentsPath, staffOrphanReturnPath, { key: "nobody’s" })).status).toBe(404);
    expect((await auditOf(test)).at(-1)).toBe("staff:staff-owner unmatched payment all left as they are");
  });
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
