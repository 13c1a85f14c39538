import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { mintCustomToken } from "../../server/identity/custom.ts";
import { putTotp, replaceRecoveryCodes } from "../../server/identity/factors/queries.ts";
import { createRecoveryCodes, hasTotp } from "../../server/identity/factors/totp.ts";
import { addCustomer, password, sentEmail, sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { SoftwareAuthenticator } from "../support/authenticator.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { Engine, TestShop } from "../support/shop.ts";

const [step, removal, keep] = [
  "/identity/second-step/",
  "/identity/second-step/removal/",
  "/identity/authenticator/keep/",
] as const;
const settings = "/storefront/dashboard/settings/";
const hour = 3_600_000;
const day = 24 * hour;
const subject = { kind: "customer", id: "ann" } as const;

/** Adds an authenticator app that its owner has lost. */
async function addApp({ shop: { db, now } }: TestShop): Promise<void> {
  const row = { subject_kind: "customer", subject_id: "ann", secret: "lost", confirmed_at: now() } as const;
  await transact(db, (tx) => putTotp(tx, { ...row, created_at: now() }));
}

async function annWithApp(engine: Engine): Promise<TestShop> {
  const shop = await shopWithCustomer({ engine });
  await addApp(shop);
  return shop;
}

const firstStep = (browser: TestBrowser, secret = password) =>
  browser.form("/identity/signin/", { email: "ann@example.com", password: secret, next: settings });

/** Enters the password in a new browser, and requests the app's removal. */
async function request(shop: TestShop, secret = password): Promise<TestBrowser> {
  const browser = shop.browser();
  expect((await firstStep(browser, secret)).headers.get("location")).toContain(step);
  expect((await browser.form(removal, { next: settings })).headers.get("location")).toBe(
    `${step}?next=${encodeURIComponent(settings)}`,
  );
  return browser;
}

const appStays = ({ shop: { db } }: TestShop) => hasTotp(db, subject);

/** Lets a day pass, and runs the jobs that are due. */
async function aDayLater(shop: TestShop): Promise<void> {
  await shop.runJobs();
  shop.pass(day);
  await shop.runJobs();
}

const isSignedIn = async (browser: TestBrowser) => (await browser.get(settings)).status === 200;
const waits = async ({ shop: { db } }: TestShop) => (await db.selectFrom("totp_removal").selectAll().execute()).length;
const keepLink = async (shop: TestShop) =>
  new URL((await sentEmail(shop, "Ann@example.com", "Your authenticator app will be removed")).link, shop.url).searchParams.get(
    "token",
  ) ?? "";
const kinds = async ({ shop: { db } }: TestShop) => {
  const events = await db.selectFrom("security_event").select("kind").where("kind", "like", "totp-%").orderBy("at").execute();
  return events.map(({ kind }) => kind);
};

describe.each(proofEngines)("on %s, a lost app", (engine) => {
  test("is removed a day after that was asked for with the password, and both are told by mail", async () => {
    const shop = await annWithApp(engine);
    const ann = shop.browser();
    await firstStep(ann);
    expect((await ann.get(`${step}?next=${settings}`)).text).toContain("Remove the app in 24 hours");

    const asked = await request(shop);

    const told = await sentEmail(shop, "Ann@example.com", "Your authenticator app will be removed");
    expect(told.text).toMatch(/The app will be removed on [^.]+\. From then on, your password alone signs in\./);
    expect(told.text).toMatch(/A reset stops this, too/);
    const page = (await asked.get(step)).text;
    expect([page.includes("Your authenticator app will be removed on"), page.includes("Remove the app in 24 hours")]).toEqual([
      ...[true, false],
    ]);
    shop.pass(day - hour);
    await shop.runJobs();
    expect(await appStays(shop)).toBe(true);
    shop.pass(hour);
    await shop.runJobs();

    expect([await appStays(shop), await waits(shop)]).toEqual([false, 0]);
    expect((await sentEmail(shop, "Ann@example.com", "Your authenticator app was removed")).text).toContain("24 hours before");
    await signIn(ann);
    expect([await isSignedIn(ann), await kinds(shop)]).toEqual([true, ["totp-removal-requested", "totp-removed"]]);
  });

  test("is asked for once at a time, and of ten at once one is mailed", async () => {
    const shop = await annWithApp(engine);
    const browsers = [shop.browser(), shop.browser(), shop.browser()];
    for (const browser of browsers) await firstStep(browser);
    const answers = await Promise.all(browsers.map((browser) => browser.post(removal)));
    shop.pass(hour);
    answers.push(await (await request(shop)).post(removal));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const told = (await sentEmails(shop)).filter(({ subject }) => subject.startsWith("Your authenticator app will"));
    expect(told).toHaveLength(1);
    shop.pass(day - hour);
    await shop.runJobs();
    expect(await appStays(shop)).toBe(false);
  });

  test("stays by a press on the mailed page, which to open changes nothing, and which counts once", async () => {
    const shop = await annWithApp(engine);
    await request(shop);
    const token = await keepLink(shop);
    const holder = shop.browser();

    expect((await holder.get(`${keep}?token=${token}`)).text).toContain("Keep the app</button>");
    expect(await waits(shop)).toBe(1);
    const kept = await holder.form(keep, { token });

    expect([kept.status, kept.text.includes("Your app stays"), await waits(shop)]).toEqual([200, true, 0]);
    await request(shop);
    const again = await holder.form(keep, { token });
    expect([again.status, again.text.includes("This link has expired"), await waits(shop)]).toEqual([409, true, 1]);
    expect((await holder.get(`${keep}?token=${token}`)).text).toContain("This link has expired");
    expect(await kinds(shop)).toEqual(["totp-removal-requested", "totp-removal-stopped", "totp-removal-requested"]);
  });

  test("stays after a press, and after the first request's day is over, until the second one's is", async () => {
    const shop = await annWithApp(engine);
    await request(shop);
    await shop.browser().form(keep, { token: await keepLink(shop) });
    shop.pass(hour);
    await request(shop);

    shop.pass(day - hour);
    await shop.runJobs();
    expect([await appStays(shop), await waits(shop)]).toEqual([true, 1]);
    shop.pass(hour);
    await shop.runJobs();
    expect(await appStays(shop)).toBe(false);
  });

  test("stays where somebody signs in with a recovery code, or with a passkey", async () => {
    const shop = await annWithApp(engine);
    const { db, now } = shop.shop;
    const [code = ""] = await transact(db, (tx) => createRecoveryCodes(tx, subject));
    const ann = shop.browser();
    await request(shop);
    await firstStep(ann);
    expect((await ann.form(step, { code })).status).toBe(303);
    expect(await waits(shop)).toBe(0);

    const key = new SoftwareAuthenticator();
    const { body } = await ann.post("/identity/passkeys/new/");
    type Options = { data: { challenge: string; user: { id: string } } };
    await ann.post("/identity/passkeys/", { credential: key.create((body as Options).data), name: "" });
    await request(shop);
    const other = shop.browser();
    const asked = await other.post("/identity/passkey/challenge/");
    const entered = await other.form("/identity/passkey/", { credential: key.get((asked.body as Options).data) });
    expect([entered.status, await waits(shop)]).toEqual([303, 0]);

    // A passkey proof in a signed-in browser stops the removal as well.
    await transact(db, (tx) => tx.insertInto("totp_removal").values({ customer_id: "ann", requested_at: now() }).execute());
    const proof = await other.post("/identity/passkey/challenge/");
    expect((await other.post("/identity/passkey/proof/", { credential: key.get((proof.body as Options).data) })).status).toBe(
      200,
    );
    expect(await waits(shop)).toBe(0);
    await aDayLater(shop);
    expect(await appStays(shop)).toBe(true);
  });

  test("stays where the password is changed or reset, or another address is entered", async () => {
    const shop = await shopWithCustomer({ engine });
    const ann = shop.browser();
    const again = async (secret: string) => {
      await transact(shop.shop.db, (tx) => tx.deleteFrom("totp").execute());
      await signIn(ann, "ann@example.com", secret);
      await addApp(shop);
      await request(shop, secret);
      shop.pass(1_000);
    };
    const [second, third] = ["Blue-river-88", "Green-river-88"];
    const stops: [string, () => Promise<{ status: number }>][] = [
      [password, () => ann.post("/identity/password/", { currentPassword: password, newPassword: second })],
      [second, () => ann.put("/storefront/api/customers/email", { value: "new@example.com" })],
      [
        second,
        async () => {
          await ann.post("/identity/reset/", { email: "ann@example.com" });
          const { link } = await sentEmail(shop, "Ann@example.com", "Reset your password");
          const token = new URL(link, shop.url).searchParams.get("token") ?? "";
          return await ann.post("/identity/reset/", { token, newPassword: third });
        },
      ],
    ];
    for (const [secret, stop] of stops) {
      await again(secret);
      expect((await stop()).status).toBe(200);
      await aDayLater(shop);
      expect([await appStays(shop), await waits(shop)]).toEqual([true, 0]);
    }
    await request(shop, third);
    await aDayLater(shop);
    expect(await appStays(shop)).toBe(false);
  });

  test("another app that is set up meanwhile is not removed in its place", async () => {
    const shop = await annWithApp(engine);
    const ann = shop.browser();
    const { db } = shop.shop;
    await transact(db, (tx) => tx.deleteFrom("totp").execute());
    await signIn(ann);
    await addApp(shop);
    await request(shop);
    expect((await ann.delete("/identity/authenticator/off/")).status).toBe(200);
    await addApp(shop);

    await aDayLater(shop);

    expect(await appStays(shop)).toBe(true);
  });

  test("stays for 7 days after a change of the address, also one that was undone", async () => {
    const shop = await annWithApp(engine);
    const { db, now } = shop.shop;
    for (const kind of ["email-changed", "email-change-undone"]) {
      const none = { network: "", agent: "", detail: "", request_id: "r", actor_id: null };
      const event = { id: kind, subject_kind: "customer", subject_id: "ann", kind, actor: "customer", at: now() } as const;
      await db
        .insertInto("security_event")
        .values({ ...event, ...none })
        .execute();
      shop.pass(7 * day - hour);
      const browser = shop.browser();
      await firstStep(browser);
      const refused = await browser.form(removal, {});
      expect([refused.status, refused.text.includes("changed less than 7 days ago"), await waits(shop)]).toEqual([403, true, 0]);
      shop.pass(hour + 1);
    }
    await request(shop);
    expect(await waits(shop)).toBe(1);
  });

  test("stays for who has no password: a sign-in that another way began, or none at all, asks for nothing", async () => {
    const shop = await annWithApp(engine);
    const minted = await mintCustomToken(shop.shop.db, "ann@example.com", shop.shop.now());
    const token = minted.ok ? minted.value.token : "";
    const [linked, stranger, signedOut] = [shop.browser(), shop.browser(), shop.browser()];
    expect((await linked.post("/identity/verify_token/", { token })).body).toMatchObject({ code: "second_factor" });
    expect((await linked.get(step)).text).not.toContain("Remove the app in 24 hours");
    expect((await linked.post(removal)).body).toMatchObject({ code: "forbidden" });
    expect((await stranger.post(removal)).body).toMatchObject({ code: "sign_in_expired" });

    // All sessions end after the password was entered.
    await firstStep(signedOut);
    shop.pass(1_000);
    await shop.shop.db.updateTable("customer").set({ signed_out_at: shop.shop.now() }).execute();
    expect((await signedOut.post(removal)).body).toMatchObject({ code: "sign_in_expired" });
    expect(await waits(shop)).toBe(0);
  });

  test("of another account, or with a link that is none, stays as it is", async () => {
    const shop = await annWithApp(engine);
    await addCustomer(shop, "eve");
    await transact(shop.shop.db, (tx) => replaceRecoveryCodes(tx, subject, ["h"]));
    await request(shop);
    const eve = shop.browser();
    await signIn(eve, "eve@example.com");
    expect((await eve.post(keep, { token: "x".repeat(43) })).body).toMatchObject({ code: "link_expired" });
    expect(await waits(shop)).toBe(1);
    await aDayLater(shop);
    expect(await shop.shop.db.selectFrom("recovery_code").selectAll().execute()).toEqual([]);
  });
});
