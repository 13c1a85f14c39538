import { describe, expect, test } from "vitest";
import { findOverdueJobs } from "../../server/jobs/find.ts";
import { jobStatus } from "../../server/jobs/follow.ts";
import { deleteDoneJobs, deleteFailedJobs } from "../../server/jobs/prune.ts";
import { retention } from "../../server/retention.ts";
import { engines } from "../support/database.ts";
import { day, hour, openJobs, start } from "./queue-fixture.ts";

const away = async () => {
  throw new Error("nobody answers");
};

describe.each(engines)("jobs that fail, on %s", (engine) => {
  /** Runs each due job at its time, until `until`. */
  async function passTime(jobs: Awaited<ReturnType<typeof openJobs>>, run: () => Promise<void>, until: number) {
    const pauses: number[] = [];
    for (;;) {
      await run();
      const next = await jobs.db
        .selectFrom("job")
        .select(({ fn }) => fn.min("run_at").as("at"))
        .where("state", "=", "waiting")
        .executeTakeFirst();
      const at = next?.at === undefined || next.at === null ? Number.POSITIVE_INFINITY : Number(next.at);
      if (at > until) break;
      pauses.push(at - jobs.clock.at);
      jobs.clock.at = at;
    }
    jobs.clock.at = until;
    return pauses;
  }

  test("a void is tried for ever, with growing pauses of an hour at most", async () => {
    const jobs = await openJobs(engine);
    const queue = jobs.process({ void: away });
    await jobs.add("void", "o-1");

    const pauses = await passTime(jobs, queue.run, start + 8 * day);

    expect(pauses.slice(0, 3)).toEqual([2000, 4000, 8000]);
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
    expect(pauses.at(-1)).toBe(hour);
    expect(await jobs.job("o-1")).toMatchObject({ state: "waiting", failure: "nobody answers" });
  });

  test("a capture is given up when its authorization lapses, an email after 3 days, and that is recorded", async () => {
    const jobs = await openJobs(engine);
    const recorded: string[] = [];
    const giveUp = async (_tx: unknown, { subject }: { subject: string }) => void recorded.push(subject);
    const queue = jobs.process(
      { capture: away, "reset-mail": away },
      { giveUps: { capture: giveUp, "reset-mail": giveUp }, lifetimes: { capture: 7 * day } },
    );
    await jobs.add("capture", "o-1");
    await jobs.add("reset-mail", "m-1");

    await passTime(jobs, queue.run, start + 3 * day - 1);
    expect([(await jobs.job("m-1")).state, recorded]).toEqual(["waiting", []]);
    await passTime(jobs, queue.run, start + 3 * day + hour);
    expect([(await jobs.job("m-1")).state, recorded]).toEqual(["failed", ["m-1"]]);
    await passTime(jobs, queue.run, start + 7 * day - 1);
    expect((await jobs.job("o-1")).state).toBe("waiting");
    await passTime(jobs, queue.run, start + 7 * day + hour);

    expect([(await jobs.job("o-1")).state, recorded]).toEqual(["failed", ["m-1", "o-1"]]);
    expect(jobs.log.filter((line) => line.includes("job given up"))).toHaveLength(2);
  });

  test("what waited while no process ran for a week is tried, and one failure does not end it", async () => {
    const jobs = await openJobs(engine);
    await jobs.add("reset-mail", "m-1");
    jobs.clock.at += 7 * day;

    await jobs.process({ "reset-mail": away }).run();

    expect(await jobs.job("m-1")).toMatchObject({ state: "waiting", tries: 1 });
  });

  test.each([day, -day])("a clock that jumps by %d ms, and back, loses no try and holds no job back", async (jump) => {
    const jobs = await openJobs(engine);
    const tried: [subject: string, at: number][] = [];
    const queue = jobs.process({
      void: async (_payload, { subject }) => {
        tried.push([subject, jobs.clock.at]);
        throw new Error("nobody answers");
      },
      "reset-mail": async (_payload, { subject }) => void tried.push([subject, jobs.clock.at]),
    });
    await jobs.add("void", "before");
    await queue.run();
    jobs.clock.at += jump;
    await jobs.add("void", "during");
    await jobs.add("reset-mail", "later", { runAt: jobs.clock.at + 2 * hour });
    await queue.run();
    // The job was added while no process looked for jobs. Its time lies in the future once the
    // clock goes back below.
    await jobs.add("reset-mail", "at once");
    jobs.clock.at -= jump;
    tried.length = 0;

    await queue.run();
    for (let passed = 0; passed < 3; passed++) {
      jobs.clock.at += hour;
      await queue.run();
    }

    const subjects = new Set(tried.map(([subject]) => subject));
    expect([...subjects].sort()).toEqual(["at once", "before", "during", "later"]);
    for (const job of await jobs.db.selectFrom("job").selectAll().execute())
      expect([job.subject, job.lease_until <= jobs.clock.at, job.run_at <= jobs.clock.at + hour]).toEqual([
        job.subject,
        true,
        true,
      ]);
  });

  test("money jobs are overdue after an hour, or once they were given up, and no others", async () => {
    const jobs = await openJobs(engine);
    const queue = jobs.process({ void: away, capture: away, "reset-mail": away }, { lifetimes: { capture: 0 } });
    await jobs.add("void", "tried");
    await jobs.add("capture", "given up");
    await jobs.add("reset-mail", "an email");
    await jobs.add("refund", "nobody's");
    await queue.run();
    const overdue = async () => (await findOverdueJobs(jobs.db, "money", jobs.clock.at)).map(({ subject }) => subject).sort();
    expect(await overdue()).toEqual(["given up"]);
    jobs.clock.at += hour - 1;
    expect(await overdue()).toEqual(["given up"]);

    jobs.clock.at += 1;
    await queue.run();

    expect(await overdue()).toEqual(["given up", "nobody's", "tried"]);
    expect((await findOverdueJobs(jobs.db, "mail", jobs.clock.at)).map(({ subject }) => subject)).toEqual(["an email"]);
  });

  test("a job that is done keeps nothing of what it held, and is deleted after 30 days; failed money never is", async () => {
    const jobs = await openJobs(engine);
    const queue = jobs.process(
      { capture: away, "reset-mail": async () => {}, "sign-up-mail": away },
      { lifetimes: { capture: 0 } },
    );
    await jobs.add("reset-mail", "done", { payload: { email: "ann@example.com" } });
    await jobs.add("capture", "failed money", { payload: { orderId: "o-1" } });
    await jobs.add("sign-up-mail", "failed email");
    await queue.run();
    expect(await jobs.job("done")).toMatchObject({ state: "done", payload: "{}", failure: "" });
    const left = async () => {
      await deleteDoneJobs(jobs.db, jobs.clock.at);
      await deleteFailedJobs(jobs.db, jobs.clock.at - retention.failedJob);
      return (await jobs.db.selectFrom("job").select("subject").execute()).map(({ subject }) => subject).sort();
    };

    jobs.clock.at += 30 * day - 1;
    expect(await left()).toEqual(["done", "failed email", "failed money"]);
    jobs.clock.at += 1;
    expect(await left()).toEqual(["failed email", "failed money"]);
    await queue.run();
    expect(await jobStatus(jobs.db, { kind: "sign-up-mail", subject: "failed email" })).toBe("failed");
    jobs.clock.at += 90 * day;

    expect(await left()).toEqual(["failed money"]);
  });
});
