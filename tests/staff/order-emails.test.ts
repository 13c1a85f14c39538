import { describe, expect, test } from "vitest";
import { staffOrderActionPath, staffOrderPath } from "../../server/staff/paths.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { confirmationIn } from "./order-confirmation.ts";
import { paidOrder } from "./paid-order.ts";
import { send, signedInAs, staffBrowser, tokenIn } from "./staff-fixture.ts";

/** The part of an order's page about its emails. */
const emailsShown = async (browser: TestBrowser, number: number): Promise<string> =>
  (await browser.get(staffOrderPath(number))).text.split("Emails to the shopper")[1]?.split("</details>")[0] ?? "";

const keysIn = (text: string): string[] => [...text.matchAll(/name="email" value="([^"]+)"/g)].map(([, key = ""]) => key);
const keyOf = (text: string, kind: string): string => keysIn(text).find((key) => key.startsWith(`${kind}:`)) ?? "no such email";
const sentAgainIn = (text: string): string => /name="seen" value="(\d+)"/.exec(text)?.[1] ?? "none";

const subjectsOf = async ({ directory }: TestShop) => (await emailsIn(directory)).map(({ subject }) => subject).sort();

/** Presses the button of one email on the current page. */
async function resend(browser: TestBrowser, number: number, kind: string) {
  const shown = await emailsShown(browser, number);
  const token = tokenIn(await browser.get(staffOrderPath(number)));
  const fields = { _csrf: token, seen: sentAgainIn(shown), email: keyOf(shown, kind) };
  return { fields, answer: await browser.form(staffOrderActionPath(number, "email"), fields) };
}

describe.each(proofEngines)("on %s", (engine) => {
  test("a packer sends the confirmation again, once by two presses, to the order's address of now", async () => {
    const test = await openShop({ engine });
    const { id, number } = await paidOrder(test);
    const packer = await staffBrowser(test, "packer");
    const before = await emailsShown(packer, number);
    expect(before).toMatch(/Order confirmation[\s\S]*ada@example\.com[\s\S]*Sent/);
    const decided = /name="seen" value="(\d+)"/.exec((await packer.get(staffOrderPath(number))).text)?.[1];
    const email = "ada@new.example";
    await test.shop.db.updateTable("orders").set({ email, email_norm: email }).where("id", "=", id).execute();

    const { fields, answer } = await resend(packer, number, "confirmation-mail");
    const again = await packer.form(staffOrderActionPath(number, "email"), fields);
    expect([answer.status, again.status]).toEqual([303, 409]);
    await test.runJobs();

    const mails = (await emailsIn(test.directory)).filter(({ subject }) => subject.startsWith(`Your order ${number}`));
    expect(mails.map(({ to }) => to).sort()).toEqual(["ada@example.com", "ada@new.example"]);
    const [first, second] = mails;
    expect([new Set(mails.map(({ link }) => link)).size, first?.subject]).toEqual([2, second?.subject]);
    const page = await packer.get(staffOrderPath(number));
    expect(page.text).toContain("Order confirmation, sent again by The packer");
    // The staff's history names who did it, and the shopper's does not. Other forms do not become
    // outdated.
    expect(page.text).toMatch(/The packer[\s\S]*Email sent again/);
    expect(/name="seen" value="(\d+)"/.exec(page.text)?.[1]).toBe(decided);
  });

  test("emails about shipping, changes, refunds, and messages can each be sent again, an invitation to review can't", async () => {
    const test = await openShop({ engine });
    const { number, lineId } = await paidOrder(test);
    const manager = await staffBrowser(test, "manager");
    const act = async (action: Parameters<typeof staffOrderActionPath>[1], fields: Record<string, string>) => {
      const page = await manager.get(staffOrderPath(number));
      const seen = /name="seen" value="(\d+)"/.exec(page.text)?.[1] ?? "0";
      const form = { _csrf: tokenIn(page), seen, ...fields };
      const path = staffOrderActionPath(number, action);
      const answer = await manager.form(path, form);
      const done = answer.status === 200 ? await manager.form(path, confirmationIn(answer).fields) : answer;
      expect([action, done.status]).toEqual([action, 303]);
      await test.runJobs();
    };
    await act("fulfilment", { how: "lines", [`line-${lineId}`]: "1" });
    await act("fulfilment", { how: "all" });
    await act("refund", { how: "amount", amount: "5" });
    await act("note", { to: "shopper", note: "It is on its way." });
    test.pass(15 * 24 * 3_600_000);
    await test.shop.db.updateTable("orders").set({ review_invited_at: test.shop.now() }).execute();
    const sender = await signedInAs(test, "staff-manager");

    const first = await subjectsOf(test);
    const shown = await emailsShown(sender, number);
    const kinds = keysIn(shown).map((key) => key.split(":")[0]);
    expect(kinds).toEqual(["confirmation-mail", "part-shipped-mail", "fulfilled-mail", "refunded-mail", "message-mail"]);
    for (const kind of ["part-shipped-mail", "fulfilled-mail", "refunded-mail"]) {
      expect([kind, (await resend(sender, number, kind)).answer.status]).toEqual([kind, 303]);
    }
    const fourth = await resend(sender, number, "message-mail");
    expect([fourth.answer.status, fourth.answer.text.includes("Too many tries")]).toEqual([429, true]);
    test.pass(3_600_001);
    expect((await resend(await signedInAs(test, "staff-manager"), number, "message-mail")).answer.status).toBe(303);
    await test.runJobs();

    const repeated = first.filter((subject) => /shipped|refunded|message/.test(subject));
    expect([repeated.length, await subjectsOf(test)]).toEqual([4, [...first, ...repeated].sort()]);
  });

  test("after a month the list goes by what became of the order, and what was erased is sent to nobody", async () => {
    const test = await openShop({ engine });
    const { id, number } = await paidOrder(test);
    await staffBrowser(test, "packer");
    test.pass(31 * 24 * 3_600_000);
    await test.shop.db.deleteFrom("job").execute();
    const packer = await signedInAs(test, "staff-packer");
    expect(await emailsShown(packer, number)).toMatch(/Order confirmation[\s\S]*Over a month ago[\s\S]*Send again/);
    const { fields, answer } = await resend(packer, number, "confirmation-mail");
    expect(answer.status).toBe(303);

    const unknown = { ...fields, seen: "1", email: `canceled-mail:${id}` };
    expect((await packer.form(staffOrderActionPath(number, "email"), unknown)).status).toBe(404);
    await test.shop.db.updateTable("orders").set({ email: "", email_norm: "" }).where("id", "=", id).execute();
    await test.runJobs();
    expect((await emailsIn(test.directory)).filter(({ to }) => to === "")).toEqual([]);
    expect(keysIn(await emailsShown(packer, number))).toEqual([]);
    expect((await packer.form(staffOrderActionPath(number, "email"), { ...fields, seen: "1" })).status).toBe(409);
  });
});

test("a reader sees the emails of an order and no button, and a form of theirs sends nothing", async () => {
  const test = await openShop();
  const { id, number } = await paidOrder(test);
  const reader = await staffBrowser(test, "reader");
  const shown = await emailsShown(reader, number);
  expect([shown.includes("Order confirmation"), keysIn(shown)]).toEqual([true, []]);
  const form = { seen: "0", email: `confirmation-mail:${id}` };
  expect((await send(reader, "/staff/security/", staffOrderActionPath(number, "email"), form)).status).toBe(403);
  const jobs = await test.shop.db.selectFrom("job").select("id").where("kind", "=", "resent-mail").execute();
  expect(jobs).toEqual([]);
});
