import { createHmac } from "node:crypto";
import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { describe, expect, test } from "vitest";
import { proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { botToken, offer, solved } from "./bot.ts";
import { addCustomer, password, sentEmails, shopWithCustomer, signIn } from "./customer-fixture.ts";

const path = "/identity/signup/";
const mary = { email: " Mary@example.com ", password: "Green-leaf-42", first_name: " Mary Ann ", last_name: "" };
const findMary = ({ shop }: TestShop) =>
  shop.db.selectFrom("customer").selectAll().where("email_norm", "=", "mary@example.com").executeTakeFirst();

describe.each(proofEngines)("signing up on %s", (engine) => {
  test("opens an account and signs in, a last name is not needed (requirements 185, 188, 189)", async () => {
    const shop = await openShop({ engine, pays: false });
    const browser = shop.browser();

    const signedUp = await browser.post(path, { ...mary, botToken: await botToken(browser) });
    expect(signedUp.status).toBe(200);
    const { token } = (signedUp.body as { data: { token: string } }).data;
    const verified = await browser.post("/identity/verify_token/", { token });

    expect(verified.body).toEqual({ status: "success", message: "You’re signed in." });
    expect(browser.jar.has("user_id")).toBe(true);
    expect((await browser.get("/storefront/")).text).toContain("Your account is ready, and you’re signed in.");
    expect(await findMary(shop)).toMatchObject({
      email: "Mary@example.com",
      first_name: "Mary Ann",
      last_name: "",
      email_verified: 0,
      demo: 0,
    });
    const [{ to, link } = { to: "", link: "" }] = await sentEmails(shop);
    expect(to).toBe("Mary@example.com");
    expect((await browser.get("/storefront/dashboard/")).text).toContain("link we sent to <strong>Mary@example.com</strong>");
    await browser.form("/identity/confirm/", { token: new URL(link, shop.url).searchParams.get("token") ?? "" });
    expect((await findMary(shop))?.email_verified).toBe(1);
    expect((await browser.get("/storefront/dashboard/")).text).not.toContain("Please confirm your email");
    await signIn(shop.browser(), "mary@example.com");
  });

  test("takes one solution of the bot check once, also of ten that bring it at once (requirement 185)", async () => {
    const shop = await openShop({ engine, pays: false });
    const browser = shop.browser();
    const token = await botToken(browser);

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => browser.post(path, { ...mary, email: `mary-${at}@example.com`, botToken: token })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(403)]);
    expect((await shop.shop.db.selectFrom("customer").select("id").execute()).length).toBe(1);
  });

  test("without scripts goes by a mailed link, whose page spends it by a press", async () => {
    const shop = await openShop({ engine, pays: false });
    const browser = shop.browser();

    const page = await browser.form(path, { ...mary, next: "/storefront/cart/" });
    expect(page.status).toBe(200);
    expect(page.text).toContain("We sent an email to Mary@example.com.");
    expect(await findMary(shop)).toBeUndefined();
    const [{ link, text } = { link: "", text: "" }] = await sentEmails(shop);
    expect(text).toContain("Finish creating your account");
    const token = new URL(link, shop.url).searchParams.get("token") ?? "";
    const kept = JSON.stringify([
      await shop.shop.db.selectFrom("one_time_token").selectAll().execute(),
      await shop.shop.db.selectFrom("job").selectAll().execute(),
    ]);
    expect(kept).not.toContain(mary.password);
    expect(kept).not.toContain(token);

    for (const _ of [1, 2]) expect((await browser.get(link)).text).toContain("Finish creating your account for Mary@example.com");
    const opened = await browser.form(path, { token });

    expect([opened.status, opened.headers.get("location")]).toEqual([303, "/storefront/cart/"]);
    expect(browser.jar.has("user_id")).toBe(true);
    expect((await findMary(shop))?.email_verified).toBe(1);
    const again = await shop.browser().form(path, { token });
    expect(again.status).toBe(409);
    expect(again.text).toContain("This link has expired");
    await signIn(shop.browser(), "mary@example.com");
  });

  test("asks in another browser for the password, so that nobody opens an account that a stranger asked for", async () => {
    const shop = await openShop({ engine, pays: false });
    await shop.browser().form(path, mary);
    const [{ link } = { link: "" }] = await sentEmails(shop);
    const token = new URL(link, shop.url).searchParams.get("token") ?? "";
    const holder = shop.browser();
    expect((await holder.get(link)).text).toContain('name="password"');

    for (const [typed, words] of [
      [{}, "Enter the password you chose."],
      [{ password: "Another-leaf-1" }, "That’s not the password you chose."],
    ] as const) {
      const refused = await holder.form(path, { token, ...typed });
      expect([refused.status, refused.text.includes(words)]).toEqual([422, true]);
    }
    expect(await findMary(shop)).toBeUndefined();
    expect((await holder.form(path, { token, password: mary.password })).status).toBe(303);
    expect(holder.jar.has("user_id")).toBe(true);
  });

  test("by two links of one mail opens one account", async () => {
    const shop = await openShop({ engine, pays: false });
    for (const _ of [1, 2]) await shop.browser().form(path, mary);
    const tokens = (await sentEmails(shop)).map(({ link }) => new URL(link, shop.url).searchParams.get("token") ?? "");
    expect(new Set(tokens).size).toBe(2);
    const browsers = tokens.map(() => shop.browser());
    for (const browser of browsers) await browser.get(path);

    const answers = await Promise.all(
      browsers.map((browser, at) => browser.form(path, { token: tokens[at] ?? "", password: mary.password })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  });
});

test("the screens of signing in and up stand under a prefix too, and their forms carry a next (requirements 11, 29)", async () => {
  const shop = await openShop({ pays: false });
  for (const screen of ["signin", "signup"]) {
    const page = await shop.browser().get(`/shop/us/identity/${screen}?next=%22/storefront/cart/%22`);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.text).toContain(`action="/identity/${screen}/"`);
    expect(page.text).toContain('name="next" value="/storefront/cart/"');
  }
});

test("a task that was changed, is for something else, too old or another shop's is refused (requirement 185)", async () => {
  const shop = await openShop({ pays: false });
  const browser = shop.browser();
  const task = await offer(browser);
  expect(task.parameters.data).toMatchObject({ action: "LOGIN" });
  const good = JSON.parse(Buffer.from(await solved(task), "base64").toString());
  const changed = (change: (copy: typeof good) => void) => {
    const copy = structuredClone(good);
    change(copy);
    return Buffer.from(JSON.stringify(copy)).toString("base64");
  };
  const refused = async (token?: string) => {
    const { status, body } = await browser.post(path, { ...mary, ...(token !== undefined && { botToken: token }) });
    expect([status, body]).toEqual([
      403,
      { error: "We couldn’t verify that you’re human. Please try again.", code: "bot_check" },
    ]);
  };

  await refused();
  await refused("");
  await refused("no token");
  await refused(changed((copy) => Object.assign(copy.challenge.parameters.data, { action: "OTHER" })));
  await refused(changed((copy) => Object.assign(copy.challenge.parameters, { cost: 1 })));
  await refused(changed((copy) => Object.assign(copy.solution, { derivedKey: "00".repeat(32) })));
  await refused(await botToken((await openShop({ pays: false, products: "none" })).browser()));
  shop.pass(10 * 60_000 + 1);
  await refused(changed(() => {}));
  expect(await findMary(shop)).toBeUndefined();
});

test.each([
  ["LOGIN", 200],
  ["PAY", 403],
])("a task that the shop itself signed for %s is answered by %i (requirement 185)", async (action, status) => {
  const shop = await openShop({ pays: false, products: "none" });
  const browser = shop.browser();
  const keyOf = (name: string) => createHmac("sha256", shop.shop.config.sessionSecret).update(`bot-check:${name}`).digest("hex");
  const task = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: 1,
    counter: 3,
    deriveKey,
    expiresAt: new Date(Date.now() + 60_000),
    data: { action, most: 5 },
    hmacSignatureSecret: keyOf("task"),
    hmacKeySignatureSecret: keyOf("solution"),
  });

  expect((await browser.post(path, { ...mary, botToken: await solved(task) })).status).toBe(status);
});

test("a sign-up may tell that a mail is known, behind the bot check alone", async () => {
  const shop = await shopWithCustomer();
  const browser = shop.browser();
  const known = { ...mary, email: "ANN@example.com" };

  expect((await browser.post(path, known)).status).toBe(403);
  const { status, body } = await browser.post(path, { ...known, botToken: await botToken(browser) });

  expect(status).toBe(200);
  expect(body).toEqual({
    data: { errors: [{ field: "email", message: "An account with this email already exists. Sign in instead." }] },
  });
});

test("without scripts a known mail hears the same, and gets an email that says so", async () => {
  const shop = await shopWithCustomer();
  const [unknown, known] = [
    await shop.browser().form(path, mary),
    await shop.browser().form(path, { ...mary, email: "ann@example.com" }),
  ];

  const without = (text: string) => text.replace(/(value|content)="[^"]*"/g, "").replaceAll(/Mary@|ann@/g, "");
  expect(without(known.text)).toBe(without(unknown.text));
  const sent = (await sentEmails(shop)).find(({ to }) => to === "Ann@example.com");
  expect(sent?.text).toContain("you already have one");
  expect(sent?.link).toBe("/identity/signin/");
});

test("three emails an hour go to an email address, and after twenty from an IP address one to each", async () => {
  const shop = await openShop({ pays: false });
  const ask = (email: string) => shop.browser().form(path, { ...mary, email });
  for (const _ of [1, 2, 3]) expect((await ask("mary@example.com")).status).toBe(200);

  const fourth = await ask("mary@example.com");
  expect(fourth.status).toBe(429);
  expect(Number(fourth.headers.get("retry-after"))).toBeGreaterThan(3500);
  expect(fourth.text).toContain("Too many tries. Please try again in 60 minutes.");
  expect(fourth.text).toContain('value="mary@example.com"');

  for (let at = 4; at < 20; at += 1) expect((await ask(`mary-${at}@example.com`)).status).toBe(200);
  expect((await ask("mary-20@example.com")).status).toBe(200);
  expect((await ask("mary-20@example.com")).status).toBe(429);
  shop.pass(3_600_001);
  expect((await ask("mary-20@example.com")).status).toBe(200);
});

test("what breaks a rule is told beside its field, and nothing typed is lost but the password", async () => {
  const shop = await openShop({ pays: false });
  const browser = shop.browser();

  const page = await browser.form(path, { ...mary, email: "mary@nowhere", first_name: " ", password: "weak word" });

  expect(page.status).toBe(422);
  for (const field of ["first_name", "email", "password"]) expect(page.text).toContain(`id="${field}-error"`);
  expect(page.text).toContain('value="mary@nowhere"');
  expect(page.text).not.toContain("weak word");
  const json = await browser.post(path, { ...mary, password: "short1" });
  expect(json.body).toEqual({
    data: {
      errors: [{ field: "password", message: "Use at least 8 characters with a number or symbol, and no spaces." }],
    },
  });
});

test("guests' orders wait until the address is proven, by the reset's email too", async () => {
  const shop = await openShop({ pays: false });
  await addCustomer(shop, "bea", { email_verified: 0 });
  await shop.browser().post("/identity/reset/", { email: "bea@example.com" });
  const [{ link } = { link: "" }] = await sentEmails(shop);

  await shop.browser().post("/identity/reset/", {
    token: new URL(link, shop.url).searchParams.get("token") ?? "",
    newPassword: `${password}-new`,
  });

  const jobs = await shop.shop.db.selectFrom("job").select("subject").where("kind", "=", "attach-orders").execute();
  expect(jobs).toEqual([{ subject: "bea:bea@example.com" }]);
});

test("without a token nobody signs up, and the token of a link is in no log (requirement 247)", async () => {
  const shop = await openShop({ pays: false });
  const answer = await fetch(shop.url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(mary),
  });
  expect(answer.status).toBe(403);
  expect((await answer.json()) as object).toMatchObject({ code: "csrf" });

  await shop.browser().get(`${path}?token=${"A".repeat(43)}`);
  expect(shop.log.join("\n")).toContain(path);
  expect(shop.log.join("\n")).not.toContain("A".repeat(43));
});
