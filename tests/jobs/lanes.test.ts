import { describe, expect, test } from "vitest";
import { jobLease, laneOf, lanes } from "../../server/jobs/lanes.ts";
import { jobWorkers } from "../../server/schedule.ts";
import { engines } from "../support/database.ts";
import { openShop } from "../support/shop.ts";
import { heldWork, minute, openJobs, start } from "./queue-fixture.ts";

const done = async () => {};

test("every kind of job has its lane, and no job may take as long as its lease", async () => {
  const { shop } = await openShop({ pays: false });
  const kinds = Object.groupBy(Object.keys(jobWorkers(shop).workers), laneOf);

  expect(kinds.money?.sort()).toEqual(["capture", "payment-term", "refund", "void"]);
  expect(kinds.upkeep?.sort()).toEqual([
    "attach-orders",
    "erase-customer",
    "erase-orders",
    "product-import",
    "product-import-expiry",
    "remove-avatar",
    "remove-totp",
    "sign-in-failed",
    "staff-bulk",
  ]);
  for (const kind of kinds.mail ?? []) expect(kind).toMatch(/-(mail|notice|told)$/);
  for (const { deadline } of Object.values(lanes)) expect(deadline).toBeLessThan(jobLease);
});

describe.each(engines)("lanes on %s", (engine) => {
  test("as many emails as there are places hang, and a charge, a cleaning and later emails do not wait for them", async () => {
    const { add, process, job } = await openJobs(engine);
    const held = Array.from({ length: lanes.mail.width }, heldWork);
    const sent: string[] = [];
    const queue = process(
      {
        "reset-mail": async (payload, given) => {
          const { slow } = payload as { slow?: number };
          if (slow === undefined) sent.push(given.subject);
          else await held[slow]?.worker(payload, given);
        },
        capture: done,
        "remove-avatar": done,
      },
      {},
    );
    for (const [slow] of held.entries()) await add("reset-mail", `slow-${slow}`, { payload: { slow } });
    queue.notifyWorker();
    await Promise.all(held.map(({ begun }) => begun));
    await add("reset-mail", "later");
    await add("capture", "o-1");
    await add("remove-avatar", "a-1");

    queue.notifyWorker();

    await expect.poll(async () => (await job("o-1")).state).toBe("done");
    await expect.poll(async () => (await job("a-1")).state).toBe("done");
    expect([sent, (await job("later")).tries]).toEqual([[], 0]);
    held[0]?.end();
    await expect.poll(() => sent).toEqual(["later"]);
  });

  test("a charge that hangs does not keep an email", async () => {
    const { add, process, job } = await openJobs(engine);
    const held = heldWork();
    const queue = process({ capture: held.worker, "reset-mail": done });
    for (let each = 0; each < lanes.money.width; each++) await add("capture", `o-${each}`);
    queue.notifyWorker();
    await held.begun;
    await add("reset-mail", "m-1");

    queue.notifyWorker();

    await expect.poll(async () => (await job("m-1")).state).toBe("done");
  });

  test("a job that does not return fails at its deadline and frees its place; its late end changes nothing", async () => {
    const { add, process, job, clock } = await openJobs(engine);
    const first = heldWork();
    const runs: number[] = [];
    const queue = process(
      {
        "remove-avatar": async (payload, given) => {
          if (given.subject === "hangs" && given.tries === 1) await first.worker(payload, given);
          else runs.push(given.tries);
        },
      },
      { deadlines: { upkeep: 20 } },
    );
    await add("remove-avatar", "hangs");
    await add("remove-avatar", "next");

    await queue.run();

    expect(runs).toEqual([1]);
    const failed = await job("hangs");
    expect(failed).toMatchObject({ state: "waiting", tries: 1, lease_until: 0, failure: "it took longer than 0.02 s" });
    clock.at = failed.run_at;
    await queue.run();
    const again = await job("hangs");
    expect(again).toMatchObject({ state: "done", tries: 2 });
    first.end();
    await queue.run();
    expect(await job("hangs")).toEqual(again);
  });

  test("a queue that stops begins nothing more, waits for what runs, and not for ever", async () => {
    const { add, process, job, log } = await openJobs(engine);
    const [one, other] = [heldWork(), heldWork()];
    await add("remove-avatar", "a-1");
    await add("remove-avatar", "a-2");
    const queue = process({ "remove-avatar": one.worker }, { graceMs: 60_000 });
    queue.notifyWorker();
    await one.begun;
    const stopped = queue.stop();
    queue.notifyWorker();
    one.end();
    await stopped;
    expect([(await job("a-1")).state, (await job("a-2")).tries]).toEqual(["done", 0]);

    const bounded = process({ "remove-avatar": other.worker }, { graceMs: 10 });
    bounded.notifyWorker();
    await other.begun;
    await bounded.stop();

    expect(await job("a-2")).toMatchObject({ state: "waiting", tries: 1, lease_until: start + minute });
    expect(log.join("")).toContain("the shop stops while jobs run");
  });

  test("two processes do each job once, and one takes over what the other died with", async () => {
    const { add, process, job, clock } = await openJobs(engine);
    const did: string[] = [];
    const worker =
      (name: string) =>
      async (_payload: unknown, { subject }: { subject: string }) =>
        void did.push(`${name} ${subject}`);
    const held = heldWork();
    const died = process({ capture: held.worker });
    await add("capture", "left");
    died.notifyWorker();
    // The job must have begun: a job that was only taken is given back on a stop.
    await held.begun;
    // The process is stopped so that it takes no more jobs. Otherwise its timer might take some, if
    // adding the jobs takes a second.
    await died.stop();
    const both = [process({ capture: worker("a") }), process({ capture: worker("b") })];
    const names = Array.from({ length: 20 }, (_, each) => `o-${each}`);
    for (const name of names) await add("capture", name);

    await Promise.all(both.map((queue) => queue.run()));

    expect(did.map((each) => each.slice(2)).sort()).toEqual(names.toSorted());
    clock.at += minute;
    await Promise.all(both.map((queue) => queue.run()));
    expect(did.filter((each) => each.endsWith(" left"))).toHaveLength(1);
    expect(await job("left")).toMatchObject({ state: "done", tries: 2 });
  });

  test("a kind that this release does not know is left to the one that does", async () => {
    const { add, process, job } = await openJobs(engine);
    await add("later-release-mail", "m-1");

    await process({ "reset-mail": done }).run();

    expect(await job("m-1")).toMatchObject({ state: "waiting", tries: 0 });
  });
});
