import { describe, expect, onTestFinished, test } from "vitest";
import { jobsCommand } from "../../server/cli/jobs.ts";
import { findOverdueJobs } from "../../server/jobs/find.ts";
import { unanswered } from "../../server/payments/gateways/gateway.ts";
import { tellOfOverdueJobs } from "../../server/payments/overdue.ts";
import { eventsOf } from "../orders/cancelation-fixture.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { expectInOrder, shopperAt } from "./shopper.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Runs a command as the owner types it. A running shop does its jobs while the command waits. */
async function type({ shop, runJobs }: TestShop, words: string) {
  const [out, err]: [string[], string[]] = [[], []];
  const output = { print: (text: string) => void out.push(text), complain: (text: string) => void err.push(text) };
  const { db, config, now } = shop;
  const status = await jobsCommand.run(words.split(" ").filter(Boolean), { db, config, now, ...output, pause: runJobs });
  return { status, out: out.join("\n"), err: err.join("\n") };
}

/** A shop with one paid order. Its gateway answers no capture until it is `back`. */
async function openWaiting(engine: TestShop["shop"]["engine"]) {
  const shop = await openShop({ engine, env: { OWNER_MAIL: "owner@example.com", PAYMENT_AUTHORIZATION_DAYS: "5" } });
  const { gateway } = shop.shop;
  shop.shop.gateway = { ...gateway, capture: async () => unanswered("timeout") };
  expect((await (await shopperAt(shop)).pay()).status).toBe(200);
  await shop.runJobs();
  const tell = async () => {
    await tellOfOverdueJobs(shop.shop);
    await shop.runJobs();
    const emails = await emailsIn(shop.directory);
    return emails.filter(({ to, subject }) => to === "owner@example.com" && subject.includes("your attention"));
  };
  /** Lets time pass hour by hour, and runs the due jobs after each hour. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += hour) {
      shop.pass(hour);
      await shop.runJobs();
    }
  };
  const back = () => {
    shop.shop.gateway = gateway;
  };
  return { shop, tell, pass, back };
}

describe.each(engines)("a gateway that is away for days, on %s", (engine) => {
  test("the owner is told after an hour and then daily, by one process, until the charge is made", async () => {
    const { shop, tell, pass, back } = await openWaiting(engine);
    expect(await tell()).toEqual([]);
    await pass(hour);

    const [told, ...others] = await tell();

    expect(others).toEqual([]);
    expect(told?.text).toMatch(
      /Order 1001: the charge is overdue \(last failure: the gateway answered unknown: timeout; request [\w-]+ in the log\)\./,
    );
    expect(shop.log.filter((line) => line.includes("a payment job is overdue"))).toHaveLength(1);
    await pass(day - hour);
    expect(await tell()).toHaveLength(1);
    await pass(hour);
    // The other process's clock is a little behind.
    const other = { ...shop.shop, now: () => shop.shop.now() - 1000 };
    await Promise.all([tellOfOverdueJobs(shop.shop), tellOfOverdueJobs(shop.shop)]);
    await tellOfOverdueJobs(other);
    expect(await tell()).toHaveLength(2);

    back();
    await pass(hour);

    expect(await findOverdueJobs(shop.shop.db, "money", shop.shop.now())).toEqual([]);
    await pass(day);
    expect(await tell()).toHaveLength(2);
    await expectInOrder(shop);
  });

  test("after the authorization has lapsed the charge is given up, which the owner reads and may try again", async () => {
    const { shop, tell, pass, back } = await openWaiting(engine);
    const { id } = await shop.shop.db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    await pass(5 * day - hour);
    expect((await eventsOf(shop, id)).map(([kind]) => kind)).not.toContain("authorization lapsed");

    await pass(2 * hour);

    expect((await eventsOf(shop, id)).map(([kind]) => kind)).toContain("authorization lapsed");
    const told = await tell();
    expect(told.at(-1)?.text).toContain("Order 1001: the card was not charged, and its authorization has lapsed");
    const list = await type(shop, "--failed");
    const row = list.out.split("\n")[1] ?? "";
    expect([list.status, row]).toEqual([
      0,
      expect.stringMatching(/^\w+ +money +capture +1001 +failed +\d+ .* the gateway answered unknown: timeout$/),
    ]);

    back();
    const [job = ""] = row.split(" ");
    expect(await type(shop, `retry ${job}`)).toEqual({ status: 0, out: `Job ${job}: done.`, err: "" });

    expect((await type(shop, "--failed")).out).toBe("No job failed or is overdue.");
    await expectInOrder(shop);
  });

  test("a charge that was tried again by hand, and failed, is overdue as before", async () => {
    const { shop, pass, tell } = await openWaiting(engine);
    await pass(2 * hour);
    expect(await tell()).toHaveLength(1);
    const overdue = async () => (await findOverdueJobs(shop.shop.db, "money", shop.shop.now())).map(({ kind }) => kind);
    expect(await overdue()).toEqual(["capture"]);

    await type(shop, "retry --all");

    expect(await overdue()).toEqual(["capture"]);
    await shop.runJobs();
    expect(await overdue()).toEqual(["capture"]);
    expect(await tell()).toHaveLength(1);
  });

  test("all jobs that failed are tried again by one command, and what is wrongly asked is told", async () => {
    const { shop, back } = await openWaiting(engine);
    expect((await type(shop, "")).out).toMatch(/^ID +LANE +KIND +ORDER +STATE +TRIES .*\n\w+ +money +capture +1001 +trying +1 /);
    back();

    expect(await type(shop, "retry --all")).toEqual({ status: 0, out: "Jobs tried again: 1.", err: "" });

    await shop.runJobs();
    expect((await type(shop, "")).out).toBe("There is nothing to do.");
    expect(await type(shop, "retry --all")).toMatchObject({ status: 0, out: "No job failed." });
    expect(await type(shop, "retry 123")).toEqual({ status: 1, out: "", err: "There is no job 123 that failed." });
    for (const words of ["retry", "retry 1 2", "retry 1 --all", "--all", "retry --failed", "others", "--json"])
      expect([words, (await type(shop, words)).status]).toEqual([words, 2]);
    await expectInOrder(shop);
  });

  test("while it hangs, the emails are sent", async () => {
    const shop = await openShop({ engine });
    const hanging = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    onTestFinished(() => hanging.resolve());
    const { gateway } = shop.shop;
    shop.shop.gateway = {
      ...gateway,
      capture: async (call) => {
        asked.resolve();
        await hanging.promise;
        return await gateway.capture(call);
      },
    };
    expect((await (await shopperAt(shop)).pay()).status).toBe(200);
    await asked.promise;

    await expect.poll(async () => (await emailsIn(shop.directory)).map(({ to }) => to)).toEqual(["ada@example.com"]);

    hanging.resolve();
    await expectInOrder(shop);
  });
});
