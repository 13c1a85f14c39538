import { describe, expect, onTestFinished, test } from "vitest";
import { returnPromoUse } from "../../server/checkout/promos.ts";
import { jobsCommand } from "../../server/cli/jobs.ts";
import { openMail } from "../../server/jobs/mail.ts";
import { RefusedForGood } from "../../server/jobs/refused.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { faultCards } from "../../server/payments/gateways/test/faults.ts";
import { findStuckMoney } from "../../server/payments/invariants.ts";
import { shopperAt } from "../payments/shopper.ts";
import { engines } from "../support/database.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { openShop } from "../support/shop.ts";
import { day, hour, openJobs, start } from "./queue-fixture.ts";
import { openSmtp, type SmtpManner } from "./smtp-server.ts";

const refused = async () => {
  throw new RefusedForGood("the bank said no");
};

describe.each(engines)("a job that is refused for good, on %s", (engine) => {
  test("is tried again daily where it moves money, also after the clock went back, and given up at once as an email", async () => {
    const jobs = await openJobs(engine);
    const given: string[] = [];
    const queue = jobs.process(
      { refund: refused, "reset-mail": refused },
      { giveUps: { "reset-mail": async (_tx, { subject }) => void given.push(subject) } },
    );
    await jobs.add("refund", "r-1");
    await jobs.add("reset-mail", "m-1");

    await queue.run();

    const failure = "refused for good: the bank said no";
    expect(await jobs.job("r-1")).toMatchObject({ state: "waiting", tries: 1, run_at: start + day, failure });
    expect(await jobs.job("m-1")).toMatchObject({ state: "failed", tries: 1, failure: "the bank said no" });
    expect(given).toEqual(["m-1"]);
    // A process checks the times of waiting jobs when the clock goes back, and at its own first
    // look.
    jobs.clock.at = start + hour;
    await jobs.process({ refund: refused }).run();
    expect(await jobs.job("r-1")).toMatchObject({ tries: 1, run_at: start + day });
    jobs.clock.at = start - day;
    await queue.run();
    expect(await jobs.job("r-1")).toMatchObject({ tries: 2, run_at: start });
  });

  test("is a refund that the bank declines: fsck and jobs --failed name it at once, and one of them once", async () => {
    const shop = await openShop({ engine });
    const { db, now, config } = shop.shop;
    const [card] = [...faultCards].find(([, name]) => name === "refund_declined") ?? [];
    expect((await (await shopperAt(shop)).pay(card)).status).toBe(200);
    await shop.runJobs();
    const { id } = await db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    await cancelForShop(db, id, now(), returnPromoUse);
    await shop.runJobs();

    const job = await db.selectFrom("job").selectAll().where("kind", "=", "refund").executeTakeFirstOrThrow();
    expect(job.failure).toMatch(/^refused for good: the gateway answered declined/);
    expect(job.run_at - now()).toBeGreaterThan(23 * hour);
    const refusal = { invariant: "K11", row: { order: 1001, refund: 1, refused_by: "bank", reason: "account_closed" } };
    expect(await findStuckMoney(db, now())).toMatchObject([refusal]);
    shop.pass(hour);
    expect(await findStuckMoney(db, now())).toMatchObject([refusal]);
    shop.pass(-hour);
    const out: string[] = [];
    const output = { print: (text: string) => void out.push(text), complain: () => {}, pause: async () => {} };
    expect(await jobsCommand.run(["--failed"], { db, config, now, ...output })).toBe(0);
    expect(out.join("\n")).toContain("refused for good: the gateway answered declined");
  });

  test("is a confirmation that the mail server refuses: the order says so, and the owner is told", async () => {
    const shop = await openShop({ engine, env: { OWNER_MAIL: "owner@example.com" } });
    const { mail } = shop.shop;
    const send: typeof mail.send = (email) =>
      email.to === "ada@example.com" ? Promise.reject(new RefusedForGood("EENVELOPE 550 RCPT TO")) : mail.send(email);
    shop.shop.mail = { ...mail, send };
    expect((await (await shopperAt(shop)).pay()).status).toBe(200);
    await shop.runJobs();

    const events = await shop.shop.db.selectFrom("order_event").select("kind").execute();
    expect(events.map(({ kind }) => kind)).toContain("confirmation not mailed");
    const told = (await emailsIn(shop.directory)).filter(({ subject }) => subject.includes("was not confirmed"));
    expect(told).toMatchObject([{ to: "owner@example.com", text: expect.stringContaining("order 1001 for ada@example.com") }]);
  });
});

const replies: readonly [reply: string, manner: SmtpManner, forGood: boolean][] = [
  ["5xx to the recipient", "refusing", true],
  ["5xx to the text", "refusing the text", true],
  ["4xx to the recipient", "refusing for now", false],
  ["5xx to the shop's own address", "refusing the sender", false],
];

test.each(replies)("a mail server's %s is, or is not, a refusal for good", async (_reply, manner, forGood) => {
  const { url } = await openSmtp(manner);
  const mail = openMail({ smtpUrl: url, from: "shop@example.com", directory: "", host: "shop.test" });
  onTestFinished(() => mail.close());
  const email = { to: "ann@example.com", subject: "x", text: "x", html: "x", messageId: "m-1" };

  const error = await mail.send(email).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(Error);
  expect(error instanceof RefusedForGood).toBe(forGood);
});
