import { describe, expect, test } from "vitest";
import { wordingFaults } from "../../server/content/rules/email-wording.ts";
import { noSettings } from "../../server/content/rules/shop-settings.ts";
import { saveShopSettings } from "../../server/content/settings.ts";
import { transact } from "../../server/db/transaction.ts";
import { composeEmail } from "../../server/jobs/compose-email.ts";
import { type EmailTemplate, type EmailWording, fillWording, sampleFacts } from "../../server/jobs/rules/email-template.ts";
import { orderEmails } from "../../server/orders/email-templates.ts";
import { findOrder } from "../../server/orders/find.ts";
import { confirmationEmail } from "../../server/orders/mails.ts";
import { ownerEmails } from "../../server/orders/owner-email-templates.ts";
import { sampleEmail } from "../../server/staff/content/email-samples.ts";
import { emailTemplates } from "../../server/staff/email-templates.ts";
import { staffEmailPath, staffEmailResetPath, staffEmailsPath } from "../../server/staff/paths.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import { rawEmailsIn } from "../support/sent-emails.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { seenIn, send, sendSeen, staffBrowser } from "./staff-fixture.ts";

const { refunded, confirmation } = orderEmails;
const { newOrder } = ownerEmails;
const page = staffEmailPath(refunded.kind);
const shipped = refunded.wording;
const changedText = "Hi. {amount} of order {order} is on its way to your card.\r\n\r\nThe <team> at {shop}";

/** The email about a refund, composed from the stored words. */
const refundEmail = ({ shop }: TestShop) =>
  composeEmail(shop, refunded, {
    to: "ada@example.com",
    messageId: "one",
    facts: { order: "1001", amount: "$5.00" },
    link: { href: "https://shop.test/storefront/" },
  });

const undoIn = (html: string): string => /action="(\/staff\/changes\/[^"]+)"/.exec(html)?.[1] ?? "none";
const save = (browser: TestBrowser, fields: Partial<EmailWording> & { intent?: string }) =>
  sendSeen(browser, page, { ...shipped, ...fields });

describe.each(proofEngines)("on %s", (engine) => {
  test("a manager changes an email's words, which count at once, and resets them; without a change nothing differs", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const manager = await staffBrowser(test, "manager");
    const before = await refundEmail(test);
    expect(before.subject).toBe("Your order 1001 at Leaf & Vessel: $5.00 refunded");
    expect((await save(manager, {})).status).toBe(303);
    expect(await refundEmail(test)).toEqual(before);

    expect((await save(manager, { subject: "Money for {order}", text: changedText })).status).toBe(303);
    const after = await refundEmail(test);
    expect(after.subject).toBe("Money for 1001");
    expect(after.text).toContain("Hi. $5.00 of order 1001 is on its way to your card.\n\nThe <team> at Leaf & Vessel\n");
    expect(after.html).toContain("<p>The &lt;team&gt; at Leaf &amp; Vessel</p>");
    expect((await manager.get(staffEmailsPath)).text.match(/data-label="Changed" class="list__labeled"><time/g)).toHaveLength(1);

    const undo = undoIn((await manager.get(page)).text);
    expect((await send(manager, page, undo)).status).toBe(303);
    expect(await refundEmail(test)).toEqual(before);
    expect((await save(manager, { heading: "Your money" })).status).toBe(303);
    const seen = seenIn(await manager.get(page));
    expect((await send(manager, page, staffEmailResetPath(refunded.kind), { seen })).status).toBe(303);
    expect(await refundEmail(test)).toEqual(before);
  });

  test("of two who change the same email, the second chooses, also where it was the shop's own for both", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const manager = await staffBrowser(test, "manager");
    const owner = await staffBrowser(test, "owner");
    const seen = seenIn(await manager.get(page));
    expect((await save(owner, { heading: "From the owner" })).status).toBe(303);
    const second = await send(manager, page, page, { ...shipped, heading: "From the manager", seen });
    expect([second.status, second.text.includes("From the owner")]).toEqual([409, true]);
    const chosen = { ...shipped, heading: "From the manager", seen: seenIn(second), keep_heading: "mine" };
    expect((await send(manager, page, page, chosen)).status).toBe(303);
    expect((await refundEmail(test)).html).toContain("<h1>From the manager</h1>");
  });

  test("what could not be sent is refused in words, and nothing is saved", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const manager = await staffBrowser(test, "manager");
    for (const [wrong, words] of [
      [{ text: "{amount} for {oder}" }, "Text has {oder}, which this email doesn’t know"],
      [{ text: "Money is on its way." }, "Text has to have {amount}"],
      [{ subject: "" }, "Subject is missing"],
      [{ subject: "{password}" }, "Subject has {password}"],
      [{ subject: "Money\u2028Bcc: x@example.com" }, "can’t be seen"],
      [{ subject: "x".repeat(151) }, "can have up to 150"],
      [{ button: "" }, "Button is missing"],
    ] as const) {
      const refused = await save(manager, wrong);
      expect([wrong, refused.status, refused.text.includes(words)]).toEqual([wrong, 422, true]);
      expect([wrong, (await save(manager, { ...wrong, intent: "test" })).status]).toEqual([wrong, 422]);
    }
    expect((await save(manager, { subject: "Money\r\nBcc: x@example.com" })).status).toBe(422);
    expect((await refundEmail(test)).subject).toBe("Your order 1001 at Leaf & Vessel: $5.00 refunded");
    expect((await manager.get(staffEmailPath("nothing"))).status).toBe(404);
  });

  test("a preview shows words that are not saved, and a test goes to who asks for it alone", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const manager = await staffBrowser(test, "manager");
    const preview = await save(manager, { text: "{amount} & <b>", intent: "preview" });
    expect([preview.status, preview.text.includes("$24.00 &amp; &lt;b&gt;")]).toEqual([200, true]);
    const html = await save(manager, { text: "{amount} & <b>", intent: "html" });
    const policy = html.headers.get("content-security-policy") ?? "";
    expect([
      html.text.includes("<p>$24.00 &amp; &lt;b&gt;</p>"),
      /^default-src 'none'; style-src 'sha256-[^']+'; .*sandbox allow-same-origin$/.test(policy),
    ]).toEqual([true, true]);
    const sent = await save(manager, { text: "{amount} is yours", intent: "test" });
    expect(sent.text).toContain("A test is on its way to manager@staff.example.");
    await test.runJobs();
    const emails = await rawEmailsIn(test.directory);
    expect(emails).toHaveLength(1);
    expect(emails[0]).toMatch(/^To: manager@staff\.example\r$/m);
    expect(emails[0]).toMatch(/^Subject: Test: Your order 1001 at Leaf & Vessel: \$24\.00 refunded\r$/m);
    expect(emails[0]).toContain("$24.00 is yours");
    expect((await refundEmail(test)).text).not.toContain("is yours");
    const order = await sendSeen(manager, staffEmailPath(confirmation.kind), {
      ...confirmation.wording,
      text: "Hello.",
      intent: "html",
    });
    expect(order.text).toContain("<p>Hello.</p>");
    expect(order.text).toContain("Oak bowl");
  });
});

test("a reader sees every email and changes none, and others see none", async () => {
  const test = await openShop({ products: "none", pays: false });
  const [reader, editor] = [await staffBrowser(test, "reader"), await staffBrowser(test, "editor")];
  const list = (await reader.get(staffEmailsPath)).text;
  for (const { kind } of emailTemplates) expect([kind, list.includes(`href="${staffEmailPath(kind)}"`)]).toEqual([kind, true]);
  for (const { kind } of emailTemplates) expect([kind, (await reader.get(staffEmailPath(kind))).status]).toEqual([kind, 200]);
  expect((await reader.get(page)).text).not.toContain("<textarea");
  expect((await editor.get(staffEmailsPath)).status).toBe(403);
});

test("words that were saved for an earlier release, and no longer suit an email, are not sent", async () => {
  const test = await openShop({ products: "none", pays: false });
  const row = { kind: refunded.kind, ...shipped, heading: "Old", text: "{amount} and {former}", changed_at: 0 };
  await test.shop.db.insertInto("email_wording").values(row).execute();
  expect((await refundEmail(test)).html).toContain("<h1>Your refund is on its way</h1>");
});

test("the shop's contact email stands in the foot of each email to shoppers and gets their replies, where it is set", async () => {
  const test = await openShop();
  const { db, now, settings } = test.shop;
  const order = await paidOrder(test);
  const confirmed = async () => {
    const found = await findOrder(db, order.id);
    if (!found) throw new Error("there is no order");
    return await confirmationEmail(test.shop, found);
  };
  const ownersEmail = async () =>
    sampleEmail(test.shop, { template: newOrder, wording: newOrder.wording, to: "owner@example.com", messageId: "two" });
  for (const email of [await refundEmail(test), await confirmed()])
    expect([email.replyTo, /Questions\?|mailto:/.test(email.text + email.html)]).toEqual([undefined, false]);

  await transact(db, (tx) => saveShopSettings(tx, { ...noSettings, contactEmail: "hello@fern.example" }, now()));
  await test.browser().get("/storefront/");
  await expect.poll(() => settings.current().contactEmail).toBe("hello@fern.example");
  for (const email of [await refundEmail(test), await confirmed()]) {
    expect(email.replyTo).toBe("hello@fern.example");
    expect(email.text).toMatch(/\n\nQuestions\? Email us at hello@fern\.example\.\n\n/);
    expect(email.html).toContain('Email us at <a href="mailto:hello@fern.example">hello@fern.example</a>.');
  }
  const owners = await ownersEmail();
  expect([owners.replyTo, /Questions\?/.test(owners.text + owners.html)]).toEqual([undefined, false]);
  await test.shop.mail.send(await refundEmail(test));
  expect((await rawEmailsIn(test.directory)).filter((raw) => /^Reply-To: hello@fern\.example\r$/m.test(raw))).toHaveLength(1);
});

describe("the emails of the shop", () => {
  test("each is listed once, and its own words can be saved", async () => {
    const kinds = emailTemplates.map(({ kind }) => kind);
    expect(kinds).toEqual([...new Set(kinds)]);
    for (const template of emailTemplates)
      expect([template.kind, wordingFaults(template, template.wording)]).toEqual([template.kind, []]);
  });

  test("no two say the same in their subject", () => {
    const facts = Object.assign({}, ...emailTemplates.map(sampleFacts), { order: "1001", shop: "Leaf & Vessel" });
    const subjects = emailTemplates.map(({ wording }) => fillWording(wording, facts).subject);
    expect(subjects.filter((subject, at) => subjects.indexOf(subject) !== at)).toEqual([]);
  });

  test("every value of a sample stands in its words, and no placeholder is left", () => {
    for (const template of emailTemplates) {
      const words = fillWording(template.wording, { ...sampleFacts(template), shop: "Leaf & Vessel" });
      const text = Object.values(words).flat().join("\n");
      expect([template.kind, /[{}]/.test(text)]).toEqual([template.kind, false]);
      for (const value of Object.values<string | readonly string[]>(sampleFacts(template)).flat())
        expect([template.kind, text.includes(value)]).toEqual([template.kind, true]);
    }
  });
});

describe("filling an email's words", () => {
  const wording = {
    subject: "{a}",
    heading: "h",
    text: "One {a}.\n\n{many}\nTwo {none}.\nThree",
    button: "",
    small: "In {none}",
  };
  test("a value is never read as a placeholder, a line without its value goes, and paragraphs stay paragraphs", () => {
    const words = fillWording(wording, { a: "{many}\nBcc: x", many: ["x", "y"], none: "" });
    expect(words).toEqual({
      subject: "{many} Bcc: x",
      heading: "h",
      button: "",
      small: "",
      paragraphs: ["One {many}\nBcc: x.", "x", "y", "Three"],
    });
  });

  test("what stands for paragraphs, or may be missing, has its place in the text alone", () => {
    const template: EmailTemplate = {
      kind: "k",
      name: "n",
      to: "owner",
      when: "w",
      wording,
      placeholders: {
        a: { about: "A", sample: "a" },
        many: { about: "Many", sample: ["m"], isRequired: true },
        none: { about: "None", sample: "n", isOptional: true },
      },
    };
    const faultsOf = (changed: Partial<EmailWording>) =>
      wordingFaults(template, { ...wording, ...changed }).map(({ message }) => message);
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ subject: "{none}" })[0]).toContain("some of these emails have no value for");
    expect(faultsOf({ heading: "{many}" })[0]).toContain("stands for whole paragraphs");
    expect(faultsOf({ text: "All: {many}" })[0]).toContain("on a line of its own");
    expect(faultsOf({ button: "Go" })[0]).toContain("it has no link");
  });
});
