import { describe, expect, test } from "vitest";
import { resetPath } from "../../server/identity/paths.ts";
import { newId } from "../../server/ids.ts";
import { lookupPath } from "../../server/orders/paths.ts";
import { solved } from "../identity/bot.ts";
import { sentEmail, sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { placed } from "../orders/order-fixture.ts";
import { challengeIn, cheapWork } from "../payments/work.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { TestShop } from "../support/shop.ts";

type Requested = (email: string) => Record<string, string>;
/** Each of these sends an email to an address that a stranger names. */
const requests: readonly [path: string, body: Requested, kind: string][] = [
  [resetPath, (email) => ({ email }), "reset"],
  [lookupPath, (email) => ({ number: "1001", email }), "lookup"],
];
const mail = "ann@example.com";
const mailed = /^\/(?:identity\/reset|storefront\/orders\/lookup)\/\?token=/;
const workRequired = { status: 403, body: { code: "work_required", data: { challenge: expect.anything() } } };
const status = ({ status: code }: Answer) => code;

const open = (engine: "sqlite" | "postgres" = "sqlite", env: Record<string, string> = {}) =>
  shopWithCustomer({ engine, env: { TRUST_PROXY: "1", ...env } });

/** A browser at this address, behind the shop's one proxy. */
function browserAt(shop: TestShop, address: string): TestBrowser {
  const browser = shop.browser();
  browser.headers = { "x-forwarded-for": address };
  return browser;
}

/** Records so many emails for these subjects, as if they had been requested. */
async function count({ shop }: TestShop, times: number, subjects: Record<string, string>): Promise<void> {
  const rows = Object.entries(subjects).flatMap(([kind, subject]) =>
    Array.from({ length: times }, () => ({ id: newId(), kind, subject, at: shop.now() })),
  );
  await shop.db.insertInto("counted_try").values(rows).execute();
}

const workOf = async (shop: TestShop, answer: Answer, factor: number): Promise<string> => {
  const { subject = "" } = challengeIn(answer).parameters.data as { subject?: string };
  return await cheapWork(shop, { action: "MAIL", checkoutId: subject, factor });
};

const orderOfAnn = async (shop: TestShop) =>
  (await placed(shop.shop.db, { at: shop.shop.now(), customerId: null, visitor: null, email: mail })).number;

const mailsToAnn = async (shop: TestShop) =>
  (await sentEmails(shop)).filter(({ to, link }) => to.toLowerCase() === mail && mailed.test(link)).length;

describe.each(proofEngines)("on %s a stranger who names one recipient after the other", (engine) => {
  test.each(requests)(
    "at %s has to work after 20 emails of a network in an hour, and its neighbors do not",
    async (path, body) => {
      const shop = await open(engine);
      const ask = async (address: string, recipient: string) => await browserAt(shop, address).post(path, body(recipient));
      for (let asked = 0; asked < 20; asked += 1)
        expect(status(await ask(`2001:db8:1:2::${asked.toString(16)}`, `person${asked}@example.com`))).toBe(200);

      expect(await ask("[2001:db8:1:2:ffff::1]:4711", "person20@example.com")).toMatchObject(workRequired);

      expect(status(await ask("2001:db8:1:3::1", "person21@example.com"))).toBe(200);
      shop.pass(3_600_001);
      expect(status(await ask("2001:db8:1:2::1", "person20@example.com"))).toBe(200);
    },
  );

  test.each(requests)(
    "at %s uses up nobody's emails: a neighbor of the /24 gets one after some work",
    async (path, body, kind) => {
      const shop = await open(engine);
      const number = String(await orderOfAnn(shop));
      await count(shop, 60, { [`${kind}-letter-address`]: "203.0.113.9", [`${kind}-letter-network`]: "203.0.113.0/24" });
      const request = { ...body(mail), ...(kind === "lookup" && { number }) };
      for (const address of ["203.0.113.9", "203.0.113.77"]) {
        const neighbor = browserAt(shop, address);
        const asked = await neighbor.post(path, request);
        expect(asked).toMatchObject(workRequired);
        expect(challengeIn(asked).parameters.data?.action).toBe("MAIL");
        const before = await mailsToAnn(shop);

        expect(status(await neighbor.post(path, { ...request, work: await workOf(shop, asked, 4) }))).toBe(200);

        expect((await mailsToAnn(shop)) - before).toBe(1);
      }
    },
  );

  test.each(requests)(
    "at %s keeps no recipient's own mail back, who works, or whose browser is known",
    async (path, body, kind) => {
      const shop = await open(engine);
      const request = { ...body(mail), ...(kind === "lookup" && { number: String(await orderOfAnn(shop)) }) };
      const owner = browserAt(shop, "198.51.100.1");
      await signIn(owner);
      await owner.form("/identity/signout/", {});
      for (let times = 0; times < 3; times += 1)
        expect(status(await browserAt(shop, "203.0.113.9").post(path, request))).toBe(200);
      const other = browserAt(shop, "192.0.2.1");
      const asked = await other.post(path, request);
      expect(asked).toMatchObject(workRequired);

      expect(status(await other.post(path, { ...request, work: await solved(challengeIn(asked)) }))).toBe(200);
      expect(status(await owner.post(path, request))).toBe(200);

      expect(await mailsToAnn(shop)).toBeGreaterThanOrEqual(4);
    },
  );

  test.each(requests)("at %s gets one email for each piece of work, and the next takes more", async (path, body, kind) => {
    const shop = await open(engine);
    const stranger = browserAt(shop, "203.0.113.9");
    await stranger.token();
    await count(shop, 3, { [`letter-${kind}`]: kind === "lookup" ? `1001 ${mail}` : mail });
    const asked = await stranger.post(path, body(mail));
    const work = await workOf(shop, asked, 1);
    const answers = await Promise.all(Array.from({ length: 6 }, () => stranger.post(path, { ...body(mail), work })));
    expect(answers.map(status).sort()).toEqual([200, ...Array(5).fill(403)]);

    await count(shop, 2, { [`letter-${kind}`]: kind === "lookup" ? `1001 ${mail}` : mail });
    const next = await stranger.post(path, body(mail));
    expect(challengeIn(next).parameters.data?.factor).toBe(2);
    await count(shop, 3, { [`letter-${kind}`]: kind === "lookup" ? `1001 ${mail}` : mail });
    for (const bad of [
      await workOf(shop, await stranger.post(path, body(mail)), 1),
      await cheapWork(shop, { action: "SIGN_IN", checkoutId: "none", factor: 16 }),
      await cheapWork(shop, { action: "MAIL", checkoutId: "none", factor: 16 }),
      "no work",
    ])
      expect(await stranger.post(path, { ...body(mail), work: bad })).toMatchObject(workRequired);
  });

  test("who works fills no mailbox: ten an hour at most, whose links are all good meanwhile", async () => {
    const shop = await open(engine);
    await count(shop, 9, { "letter-reset-sent": mail });
    const stranger = browserAt(shop, "203.0.113.9");
    for (let times = 0; times < 3; times += 1) expect(status(await stranger.post(resetPath, { email: mail }))).toBe(200);
    expect(await mailsToAnn(shop)).toBe(1);
  });

  test("is refused beyond the shop's budget, and known browsers are not", async () => {
    const shop = await open(engine, { MAX_REQUESTED_EMAILS_PER_HOUR: "8" });
    const owner = browserAt(shop, "198.51.100.1");
    await signIn(owner);
    await owner.form("/identity/signout/", {});
    await count(shop, 2, { "letter-shop": "strangers" });
    expect(await browserAt(shop, "203.0.113.9").post(resetPath, { email: mail })).toMatchObject(workRequired);
    await count(shop, 6, { "letter-shop": "strangers" });
    const refused = await browserAt(shop, "203.0.113.9").post(resetPath, { email: mail });
    expect([refused.status, refused.body]).toEqual([429, { error: expect.any(String), code: "too_many_tries" }]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
    expect(status(await owner.post(resetPath, { email: mail }))).toBe(200);
  });

  test("meets a limit of the shop that grows with the links that are used", async () => {
    const shop = await open(engine, { MAX_REQUESTED_EMAILS_PER_HOUR: "4" });
    const ann = browserAt(shop, "198.51.100.1");
    expect(status(await ann.post(resetPath, { email: mail }))).toBe(200);
    const { link } = await sentEmail(shop, "Ann@example.com", "Reset your password");
    const token = new URL(link, shop.url).searchParams.get("token");
    expect(await ann.post(resetPath, { email: mail })).toMatchObject(workRequired);

    expect(status(await ann.post("/identity/reset/", { token, newPassword: "Red-leaf-44" }))).toBe(200);

    expect(status(await browserAt(shop, "203.0.113.9").post(resetPath, { email: mail }))).toBe(200);
    expect(await browserAt(shop, "203.0.113.9").post(resetPath, { email: mail })).toMatchObject(workRequired);
  });
});

describe.each(proofEngines)("without scripts, on %s", (engine) => {
  test.each(requests)(
    "at %s the first email to a recipient is sent whatever a stranger of the network requested",
    async (path, body, kind) => {
      const shop = await open(engine);
      const request = { ...body(mail), ...(kind === "lookup" && { number: String(await orderOfAnn(shop)) }) };
      await count(shop, 60, { [`${kind}-letter-address`]: "203.0.113.9", [`${kind}-letter-network`]: "203.0.113.0/24" });
      const shopper = browserAt(shop, "203.0.113.9");
      expect(status(await shopper.form(path, request))).toBe(303);
      expect(await mailsToAnn(shop)).toBe(1);

      const second = await shopper.form(path, request);
      expect([second.status, second.text.includes("turn on JavaScript")]).toEqual([403, true]);
      expect(second.text).toContain(`value="${mail}"`);
      expect(await mailsToAnn(shop)).toBe(1);
    },
  );

  test.each(requests)(
    "at %s who names many recipients keeps a neighbor of the /24 from none; further ones are refused the address, then the /24",
    async (path, body, kind) => {
      const shop = await open(engine);
      await count(shop, 60, { [`${kind}-letter-address`]: "203.0.113.9", [`${kind}-letter-network`]: "203.0.113.0/24" });
      const ask = async (address: string, name: string) =>
        status(await browserAt(shop, address).form(path, body(`${name}@example.com`)));
      for (let named = 0; named < 30; named += 1) expect(await ask("203.0.113.9", `person${named}`)).toBe(303);

      expect(await ask("203.0.113.9", "person30")).toBe(403);
      expect(await ask("203.0.113.77", "person30")).toBe(303);
      await count(shop, 269, { [`${kind}-letter-first`]: "203.0.113.0/24" });
      expect(await ask("203.0.113.77", "person31")).toBe(403);
      expect(await ask("198.51.100.7", "person31")).toBe(303);
    },
  );

  test.each(requests)(
    "at %s who was mailed three links is told to open the newest, with an account or without",
    async (path, body) => {
      const shop = await open(engine);
      for (const email of [mail, "nobody@example.com"]) {
        for (let times = 0; times < 3; times += 1) expect(status(await shop.browser().form(path, body(email)))).toBe(303);
        const fourth = await shop.browser().form(path, body(email));
        expect([fourth.status, fourth.text.includes("Please open the newest one.")]).toEqual([403, true]);
      }
    },
  );
});
