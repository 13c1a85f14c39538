import { expect, onTestFinished, test, vi } from "vitest";
import { openMail } from "../../server/jobs/mail.ts";
import { RefusedForGood } from "../../server/jobs/refused.ts";
import { shopperAt } from "../payments/shopper.ts";
import { engines, openShop } from "../support/shop.ts";
import { openSmtp, type SmtpManner } from "./smtp-server.ts";

const email = {
  to: "ann@example.com",
  subject: "Your order 1001",
  text: "Thank you.",
  html: "<p>Thank you.</p>",
  messageId: "m-1",
};

async function openWith(manner: SmtpManner, timeouts?: { connect: number; greet: number; send: number }) {
  const server = await openSmtp(manner);
  const mail = openMail({
    smtpUrl: server.url,
    from: "shop@example.com",
    directory: "",
    host: "shop.test",
    ...(timeouts && { timeouts }),
  });
  onTestFinished(() => mail.close());
  return { server, mail };
}

test("an email is handed to the mail server", async () => {
  const { server, mail } = await openWith("good");

  await mail.send(email);

  expect(server.received).toEqual([expect.stringContaining("Message-ID: <m-1@shop.test>")]);
});

test("a mail server that never greets is left after the time for it", async () => {
  const { mail } = await openWith("silent", { connect: 20, greet: 20, send: 60_000 });

  await expect(mail.send(email)).rejects.toThrow("the mail server did not take the email: ETIMEDOUT CONN");
});

test("a mail server that accepts and never answers is left after the time for the whole email", async () => {
  const { mail } = await openWith("mute", { connect: 60_000, greet: 60_000, send: 40 });

  await expect(mail.send(email)).rejects.toThrow("the mail server did not take the email within 0.04 s");
});

test("a refusal is told by its code, without the shopper's address", async () => {
  const { mail } = await openWith("refusing");

  await expect(mail.send(email)).rejects.toThrow(/^the mail server did not take the email: EENVELOPE 550 RCPT TO$/);
});

test("if one of the recipients is refused, the others get the email, and the job is given up and says so", async () => {
  const { server, mail } = await openWith("refusing one");

  await expect(mail.send({ ...email, to: "nobody@example.com, ann@example.com" })).rejects.toThrow(
    new RefusedForGood("the mail server refused 1 of the recipients"),
  );

  expect(server.received).toHaveLength(1);
});

test("an email has 5 s until the mail server has greeted, and 15 s in all", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const aborts = vi.spyOn(AbortSignal, "timeout");
  onTestFinished(() => void vi.restoreAllMocks());
  const { mail } = await openWith("good");

  await mail.send(email);

  const asked = timers.mock.calls.map(([, ms]) => ms ?? 0);
  expect(asked.filter((ms) => ms > 4_900 && ms <= 5_000).length).toBeGreaterThanOrEqual(2);
  expect(asked.filter((ms) => ms > 5_000)).toEqual([]);
  expect(aborts.mock.calls).toEqual([[15_000]]);
});

test.each(engines)(
  "while the mail server never greets, charges are taken and the emails stay for later, on %s",
  async (engine) => {
    const server = await openSmtp("silent");
    const shop = await openShop({
      engine,
      env: { SMTP_URL: `${server.url}?connectionTimeout=200`, OWNER_MAIL: "owner@example.com" },
    });
    const { db } = shop.shop;
    for (let each = 0; each < 6; each++) expect((await (await shopperAt(shop)).pay()).status).toBe(200);

    const charged = async () => (await db.selectFrom("attempt").select("id").where("state", "=", "captured").execute()).length;
    await expect.poll(charged).toBe(6);
    await shop.runJobs();

    const emails = await db.selectFrom("job").select(["state", "failure"]).where("kind", "<>", "capture").execute();
    expect(emails).toHaveLength(12);
    for (const each of emails)
      expect(each).toMatchObject({ state: "waiting", failure: expect.stringMatching(/^the mail server did not take/) });
    expect(server.connections()).toBeGreaterThanOrEqual(12);
  },
);
