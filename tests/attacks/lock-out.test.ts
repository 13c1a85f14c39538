import { describe, expect, test } from "vitest";
import { workSubject } from "../../server/identity/sign-in-work.ts";
import { newId } from "../../server/ids.ts";
import { networkOf, widerNetworkOf } from "../../server/web/network.ts";
import { proofOfWork } from "../../server/web/proof-of-work/challenges.ts";
import { solved } from "../identity/bot.ts";
import { addCustomer, password, sentEmail, sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { placed } from "../orders/order-fixture.ts";
import { address } from "../payments/shopper.ts";
import { challengeIn } from "../payments/work.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { TestShop } from "../support/shop.ts";

const mail = "ann@example.com";
const workRequired = { status: 403, body: { code: "work_required", data: { challenge: expect.anything() } } };

const enter = (browser: TestBrowser, secret = password, more: Record<string, string> = {}) =>
  browser.post("/identity/signin/", { email: mail, password: secret, ...more });
const enterNatively = (browser: TestBrowser, secret = password, more: Record<string, string> = {}) =>
  browser.form("/identity/signin/", { email: mail, password: secret, ...more });
const status = ({ status: code }: Answer) => code;

/** A browser at this address, behind the shop's one proxy. */
function browserAt(shop: TestShop, address: string): TestBrowser {
  const browser = shop.browser();
  browser.headers = { "x-forwarded-for": address };
  return browser;
}
const open = (engine: "sqlite" | "postgres" = "sqlite", env: Record<string, string> = {}) =>
  shopWithCustomer({ engine, env: { TRUST_PROXY: "1", ...env } });

type Failed = Partial<Record<"mail" | "address" | "network" | "shop", string>>;

/** Records so many failed passwords for the named subjects, as if they had been tried. */
async function countFailures({ shop }: TestShop, times: number, failed: Failed): Promise<void> {
  const rows = Object.entries(failed).flatMap(([kind, subject]) =>
    Array.from({ length: times }, () => ({
      id: newId(),
      kind: `password-${kind}`,
      subject,
      at: shop.now(),
    })),
  );
  await shop.db.insertInto("counted_try").values(rows).execute();
}

/** Solved work that the shop itself signed, with few and short tries. */
async function cheapWork({ shop }: TestShop, { email = mail, factor = 1, action = "SIGN_IN" } = {}): Promise<string> {
  const work = { cost: 1, least: 1, most: 3 };
  const { offer } = proofOfWork({ now: shop.now, secret: shop.config.sessionSecret, work });
  return await solved((await offer({ action, subject: workSubject(email), factor })) as Parameters<typeof solved>[0]);
}

const linkIn = async (shop: TestShop) => {
  const { link } = await sentEmail(shop, "Ann@example.com", "Continue to sign in");
  return new URL(link, shop.url).searchParams.get("work") ?? "";
};

describe.each(proofEngines)("whoever sends wrong passwords, on %s", (engine) => {
  test("keeps nobody out of a browser that has signed in before, from whatever address", async () => {
    const shop = await open(engine);
    const owner = browserAt(shop, "203.0.113.9");
    await signIn(owner);
    await owner.form("/identity/signout/", {});
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries++) statuses.push(status(await enter(browserAt(shop, "203.0.113.9"), `wrong-${tries}`)));
    expect(statuses).toEqual([...Array(10).fill(401), 403, 403]);
    await countFailures(shop, 200, { address: "203.0.113.9", network: "203.0.113.0/24" });
    await countFailures(shop, 1600, { shop: "strangers" });

    expect(status(await enter(owner))).toBe(200);
  });

  test("keeps the owner out of no other browser either, which does some work", async () => {
    const shop = await open(engine);
    await countFailures(shop, 10, { mail });
    const owner = browserAt(shop, "198.51.100.1");
    const asked = await enter(owner);
    expect(asked).toMatchObject(workRequired);

    const entered = await enter(owner, password, { work: await solved(challengeIn(asked)) });

    expect(entered.status).toBe(200);
    const { token } = (entered.body as { data: { token: string } }).data;
    expect(status(await owner.post("/identity/verify_token/", { token }))).toBe(200);
    await owner.form("/identity/signout/", {});
    expect(status(await enter(owner))).toBe(200);
  });

  test("gets one try for each piece of work, and the next takes more", async () => {
    const shop = await open(engine);
    await countFailures(shop, 10, { mail });
    const attacker = shop.browser();
    const work = await cheapWork(shop);
    expect(status(await enter(attacker, "wrong", { work }))).toBe(401);
    expect(await enter(attacker, password, { work })).toMatchObject(workRequired);

    const factors = [];
    for (const more of [0, 9, 10, 20, 40]) {
      await shop.shop.db.deleteFrom("counted_try").execute();
      await countFailures(shop, 10 + more, { mail });
      factors.push(challengeIn(await enter(attacker)).parameters.data?.factor);
    }
    expect(factors).toEqual([1, 1, 2, 4, 16]);
  });

  test("sends many at once with one piece of work, and gets one of them tried", async () => {
    const shop = await open(engine);
    await countFailures(shop, 10, { mail });
    const attacker = shop.browser();
    await attacker.token();
    const work = await cheapWork(shop);

    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => enter(attacker, `wrong-${at}`, { work })));

    expect(answers.map(status).sort()).toEqual([401, ...Array(11).fill(403)]);
  });

  test("is counted by address, /64, /48 and shop; beyond the shop's budget strangers are refused, and known browsers are not", async () => {
    const shop = await open(engine, { MAX_FAILED_SIGN_INS_PER_HOUR: "400" });
    const owner = browserAt(shop, "2001:db8:7::1");
    await signIn(owner);
    await owner.form("/identity/signout/", {});
    await countFailures(shop, 50, { address: networkOf("2001:db8:1:2::9") });
    await countFailures(shop, 100, { network: widerNetworkOf("2001:db8:9::1") });
    for (const [address, expected] of [
      ["2001:db8:1:2:ffff::1", 403],
      ["[2001:db8:1:2:ffff::2]:4711", 403],
      ["2001:db8:1:3::1", 200],
      ["2001:db8:9:77::1", 403],
      ["198.51.100.7", 200],
    ] as const)
      expect([address, status(await enter(browserAt(shop, address)))]).toEqual([address, expected]);

    await countFailures(shop, 100, { shop: "strangers" });
    expect(await enter(browserAt(shop, "198.51.100.7"))).toMatchObject(workRequired);
    await countFailures(shop, 300, { shop: "strangers" });
    const refused = await enter(browserAt(shop, "198.51.100.7"), password, { work: await cheapWork(shop, { factor: 16 }) });
    expect([refused.status, refused.body]).toMatchObject([429, { code: "too_many_tries" }]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
    expect(status(await enter(owner))).toBe(200);
  });

  test("meets a limit of the shop that grows with the accounts that sign in, each once within an hour", async () => {
    const shop = await open(engine, { MAX_FAILED_SIGN_INS_PER_HOUR: "4" });
    await addCustomer(shop, "mallory");
    for (let again = 0; again < 3; again++) await signIn(shop.browser(), "mallory@example.com");
    await signIn(shop.browser());
    await countFailures(shop, 1, { shop: "strangers" });
    expect(status(await enter(shop.browser()))).toBe(200);
    await countFailures(shop, 1, { shop: "strangers" });
    expect(await enter(shop.browser())).toMatchObject(workRequired);
  });

  test("in a known browser of somebody else has no more tries at the account than any stranger", async () => {
    const shop = await open(engine);
    await addCustomer(shop, "mallory");
    const attacker = shop.browser();
    await signIn(attacker, "mallory@example.com");
    await attacker.form("/identity/signout/", {});
    await countFailures(shop, 10, { mail });
    expect(await enter(attacker)).toMatchObject(workRequired);
  });

  test("in the account's own browser has ten tries there, then works as well", async () => {
    const shop = await open(engine);
    const owner = shop.browser();
    await signIn(owner);
    await owner.form("/identity/signout/", {});
    for (let tries = 0; tries < 10; tries++) expect(status(await enter(owner, `wrong-${tries}`))).toBe(401);
    expect(await enter(owner)).toMatchObject(workRequired);
    expect(status(await enter(shop.browser()))).toBe(200);
  });

  test("does not keep the owner from changing the password, whose wrong ones count for that session alone", async () => {
    const shop = await open(engine);
    const [owner, thief] = [shop.browser(), shop.browser()];
    await signIn(owner);
    await signIn(thief);
    await countFailures(shop, 300, { mail, address: "127.0.0.1" });
    const change = (browser: TestBrowser, currentPassword: string) =>
      browser.post("/identity/password/", { currentPassword, newPassword: "Blue-heron-43" });
    for (let tries = 0; tries < 10; tries++) expect(status(await change(thief, `wrong-${tries}`))).toBe(409);
    expect(status(await change(thief, password))).toBe(429);

    expect(status(await change(owner, password))).toBe(200);
  });
});

describe.each(proofEngines)("without scripts, on %s", (engine) => {
  test("a link is mailed to the account's address, which stands for the work once", async () => {
    const shop = await open(engine);
    await countFailures(shop, 10, { mail });
    const owner = shop.browser();
    const asked = await enterNatively(owner, password, { next: "/storefront/cart/" });
    expect(asked.status).toBe(403);
    for (const text of [
      "One more step before you sign in",
      'action="/identity/signin-link/"',
      `value="${mail}"`,
      "Email me a link",
    ])
      expect(asked.text).toContain(text);
    expect(asked.text).not.toContain(password);

    const sent = await owner.form("/identity/signin-link/", { email: mail, next: "/storefront/cart/" });
    expect([sent.status, sent.headers.get("location")]).toEqual([
      303,
      "/identity/signin/?next=%2Fstorefront%2Fcart%2F&link=sent",
    ]);
    expect((await owner.get(sent.headers.get("location") ?? "")).text).toContain("If an account has that address");
    const work = await linkIn(shop);
    for (const _scanner of [1, 2]) {
      const page = await owner.get(`/identity/signin/?work=${work}`);
      expect([page.text.includes(`name="work" value="${work}"`), page.headers.get("referrer-policy")]).toEqual([
        true,
        "same-origin",
      ]);
    }

    expect(status(await enterNatively(owner, "", { work }))).toBe(422);
    expect(status(await enterNatively(owner, password, { work }))).toBe(303);
    expect(owner.jar.has("user_id")).toBe(true);
    const second = await enterNatively(shop.browser(), password, { work });
    expect([second.status, second.text.includes("That link was already used or has expired. Request a new one.")]).toEqual([
      403,
      true,
    ]);
    expect((await shop.browser().get(`/identity/signin/?work=${work}`)).text).toContain("Sign in below to request a new one.");
  });

  test("asking for links tells nothing of an account, mails three an hour, and none while no work is asked for", async () => {
    const shop = await open(engine);
    const ask = (email: string, browser = shop.browser()) => browser.post("/identity/signin-link/", { email });
    expect([status(await ask(mail)), await sentEmails(shop)]).toEqual([200, []]);
    await countFailures(shop, 10, { mail });
    await countFailures(shop, 10, { mail: "nobody@example.com" });

    for (const email of [mail, "nobody@example.com"]) {
      const answers = [];
      for (let times = 0; times < 4; times++) answers.push(await ask(email));
      expect(answers.map(status)).toEqual([200, 200, 200, 429]);
      expect(answers[0]?.body).toEqual({ data: {} });
    }

    expect((await sentEmails(shop)).map(({ to }) => to)).toEqual(Array(3).fill("Ann@example.com"));
    // The links work for the account's owner, even if somebody else requested them.
    expect(status(await enterNatively(shop.browser(), password, { work: await linkIn(shop) }))).toBe(303);
  });
});

test.each(proofEngines)(
  "asking for links to orders by wrong numbers keeps nobody from the right one, and fills no mailbox, on %s",
  async (engine) => {
    const shop = await open(engine);
    const home = { ...address, firstName: "Ann" };
    const order = () =>
      placed(shop.shop.db, {
        at: shop.shop.now(),
        customerId: null,
        visitor: null,
        email: mail,
        shippingAddress: home,
        billingAddress: home,
      });
    const orders = [await order(), await order()];
    const ask = async (number: number) =>
      status(await shop.browser().post("/storefront/orders/lookup/", { number: String(number), email: mail }));
    for (const wrong of [90001, 90002, 90003, 90004]) expect(await ask(wrong)).toBe(200);

    for (const { number } of orders) {
      const answers = [];
      for (let times = 0; times < 4; times++) answers.push(await ask(number));
      expect(answers).toEqual([200, 200, 200, 403]);
    }

    const links = (await sentEmails(shop)).filter(({ link }) => link.startsWith("/storefront/orders/lookup/?token="));
    expect(links.map(({ to }) => to)).toEqual([mail, mail, mail]);
  },
);

test("a refusal is the same for an email without an account, and none for a browser that it knows", async () => {
  const shop = await open();
  const answers = [];
  for (const email of [mail, "nobody@example.com"]) {
    const attacker = shop.browser();
    for (let tries = 0; tries < 10; tries++) await attacker.post("/identity/signin/", { email, password: `wrong-${tries}` });
    const refused = await attacker.post("/identity/signin/", { email, password });
    const { error, code, data } = refused.body as { error: string; code: string; data: { challenge: { parameters: object } } };
    answers.push([refused.status, error, code, Object.keys(data.challenge.parameters)]);
  }
  expect(answers[0]).toEqual(answers[1]);
});

test("work for another email, for a sign-up, too little, expired or forged is refused with a new challenge", async () => {
  const shop = await open();
  await countFailures(shop, 40, { mail });
  const browser = shop.browser();
  const late = await cheapWork(shop, { factor: 16 });
  for (const work of [
    await cheapWork(shop, { email: "bob@example.com", factor: 16 }),
    await cheapWork(shop, { factor: 16, action: "LOGIN" }),
    await cheapWork(shop, { factor: 2 }),
    "no work",
    "",
  ])
    expect(await enter(browser, password, { work })).toMatchObject(workRequired);
  shop.pass(10 * 60_000 + 1);
  expect(await enter(browser, password, { work: late })).toMatchObject(workRequired);
  expect(status(await enter(browser, password, { work: await cheapWork(shop, { factor: 4 }) }))).toBe(200);
});
