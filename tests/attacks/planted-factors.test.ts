import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { mintCustomToken } from "../../server/identity/custom.ts";
import { mailVerification } from "../../server/identity/mails.ts";
import { password, sentEmail, sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { SoftwareAuthenticator } from "../support/authenticator.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { TestShop } from "../support/shop.ts";

const [passkeys, fresh, app, reset, undo] = [
  "/identity/passkeys/",
  "/identity/passkeys/new/",
  "/identity/authenticator/",
  "/identity/reset/",
  "/identity/undo/",
] as const;
const settings = "/storefront/dashboard/settings/";
const next = "Blue-river-88";
const day = 24 * 3_600_000;

type Options = { challenge: string; user: { id: string } };
const dataOf = <Value>(body: unknown) => (body as { data: Value }).data;

/** Adds a passkey to the signed-in account. */
async function addPasskey(browser: TestBrowser, name: string): Promise<SoftwareAuthenticator> {
  const key = new SoftwareAuthenticator();
  const { body } = await browser.post(fresh);
  expect((await browser.post(passkeys, { credential: key.create(dataOf<Options>(body)), name })).status).toBe(200);
  return key;
}

async function signsIn(shop: TestShop, key: SoftwareAuthenticator): Promise<boolean> {
  const browser = shop.browser();
  const { body } = await browser.post("/identity/passkey/challenge/");
  return (await browser.post("/identity/passkey/", { credential: key.get(dataOf<Options>(body)) })).status === 200;
}

const tokenOf = (link: string) => new URL(link, "http://shop.test").searchParams.get("token") ?? "";

/** The token of the reset link mailed to Ann that differs from `not`. */
async function resetLink(shop: TestShop, not = ""): Promise<string> {
  await shop.browser().post(reset, { email: "ann@example.com" });
  const links = (await sentEmails(shop)).filter(({ subject }) => subject.startsWith("Reset your password"));
  return links.map(({ link }) => tokenOf(link)).find((token) => token !== not) ?? "";
}

/** The number of rows for each way to sign in besides the password. */
async function ways({ shop: { db } }: TestShop): Promise<Record<string, number>> {
  const count = async (table: "passkey" | "totp" | "recovery_code" | "known_device" | "social_link" | "session") =>
    (await db.selectFrom(table).selectAll().execute()).length;
  return {
    passkeys: await count("passkey"),
    apps: (await count("totp")) + (await count("recovery_code")),
    browsers: (await count("known_device")) + (await count("session")),
    links: await count("social_link"),
  };
}

/**
 * Adds everything that an attacker could add who had signed up with Ann's address before she did.
 */
async function plant({ shop: { db } }: TestShop): Promise<void> {
  const subject = { subject_kind: "customer", subject_id: "ann" } as const;
  const key = { relying_party: "shop.test", public_key: "k", counter: 0, transports: "[]", name: "Phone" };
  await db
    .insertInto("passkey")
    .values({ id: "planted", ...subject, ...key, created_at: 1, used_at: null })
    .execute();
  await db
    .insertInto("totp")
    .values({ ...subject, secret: "s", created_at: 1, confirmed_at: 1 })
    .execute();
  await db
    .insertInto("recovery_code")
    .values({ ...subject, hash: "h", used_at: null })
    .execute();
  await db.insertInto("known_device").values({ secret_hash: "d", customer_id: "ann", created_at: 1, used_at: 1 }).execute();
  await db.insertInto("social_link").values({ provider: "p", subject: "s", customer_id: "ann", created_at: 1 }).execute();
}

const none = { passkeys: 0, apps: 0, browsers: 0, links: 0 };

describe.each(proofEngines)("on %s, before an address is confirmed", (engine) => {
  test("neither a passkey nor an app is added, and the settings say what to do first", async () => {
    const shop = await shopWithCustomer({ engine }, { email_verified: 0 });
    const intruder = shop.browser();
    await signIn(intruder);

    for (const path of [fresh, app]) {
      const { status, body } = await intruder.post(path);
      expect([status, body]).toEqual([422, { code: "unconfirmed", error: expect.stringContaining("confirm your email") }]);
    }
    const { text } = await intruder.get(settings);
    expect(text).toContain("once your email address is confirmed. Open the link we emailed to Ann@example.com.");
    expect(text).toContain('action="/identity/confirm/resend/"');
    expect(text).not.toContain(`action="${app}"`);
  });

  test("its browsers are not known; the one that confirms it is from then on, and is not told as a new device", async () => {
    const shop = await shopWithCustomer({ engine }, { email_verified: 0 });
    const { db, now } = shop.shop;
    const ann = shop.browser();
    await signIn(ann);
    await signIn(shop.browser());
    expect([ann.jar.has("device"), await db.selectFrom("known_device").selectAll().execute()]).toEqual([false, []]);
    await transact(db, (tx) => mailVerification(tx, { customerId: "ann", email: "Ann@example.com", visitor: undefined }, now()));
    const { link } = await sentEmail(shop, "Ann@example.com", "Confirm your email address");
    expect((await ann.form("/identity/confirm/", { token: tokenOf(link) })).status).toBe(200);

    expect([ann.jar.has("device"), (await db.selectFrom("known_device").selectAll().execute()).length]).toEqual([true, 1]);
    await signIn(ann);
    const [latest, device] = [
      await db.selectFrom("session").select("device").orderBy("created_at", "desc").executeTakeFirst(),
      await db.selectFrom("known_device").select("secret_hash").executeTakeFirst(),
    ];
    expect(latest?.device).toBe(device?.secret_hash);
    expect((await sentEmails(shop)).filter(({ subject }) => subject.startsWith("New sign-in"))).toEqual([]);
  });

  test("what an intruder has planted is gone with a reset, which confirms the address", async () => {
    const shop = await shopWithCustomer({ engine }, { email_verified: 0 });
    await signIn(shop.browser());
    await plant(shop);

    const done = await shop.browser().form(reset, { token: await resetLink(shop), newPassword: next, passkeys: "planted" });

    expect([done.status, await ways(shop)]).toEqual([303, none]);
    const ann = shop.browser();
    await signIn(ann, "ann@example.com", next);
    await addPasskey(ann, "Hers");
  });
});

describe.each(proofEngines)("on %s, a reset of a confirmed account", (engine) => {
  test("shows its passkeys with ticked boxes, and those that are cleared go with that very press", async () => {
    const shop = await shopWithCustomer({ engine });
    const ann = shop.browser();
    await signIn(ann);
    const [own, planted] = [await addPasskey(ann, "My phone"), await addPasskey(ann, "Planted")];
    const token = await resetLink(shop);

    const { text } = await shop.browser().get(`${reset}?token=${token}`);
    for (const [{ credentialId }, name] of [[own, "My phone"] as const, [planted, "Planted"] as const])
      expect(text).toMatch(
        new RegExp(`name="passkeys" value="${credentialId}" checked><span>${name}<br>[^<]*<span[^>]*>Added <time`),
      );
    const refused = await shop.browser().form(reset, { token, newPassword: "weak", passkeys: own.credentialId });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(`value="${own.credentialId}" checked>`);
    expect(refused.text).toContain(`value="${planted.credentialId}">`);
    expect([await signsIn(shop, own), await signsIn(shop, planted)]).toEqual([true, true]);

    const done = await shop.browser().form(reset, { token, newPassword: next, passkeys: own.credentialId });

    expect(done.status).toBe(303);
    expect([await signsIn(shop, own), await signsIn(shop, planted)]).toEqual([true, false]);
    const told = await sentEmail(shop, "Ann@example.com", "Your password was reset");
    expect(told.text).toContain("One passkey was removed.");
    await signIn(ann, "ann@example.com", next);
    expect((await ann.get(settings)).text).toContain("Passkey removed: Planted.");
  });

  test("keeps the several that are ticked, and none where no box is", async () => {
    const shop = await shopWithCustomer({ engine });
    const ann = shop.browser();
    await signIn(ann);
    const keys = [await addPasskey(ann, "One"), await addPasskey(ann, "Two"), await addPasskey(ann, "Three")];
    const [one, two] = keys.map(({ credentialId }) => credentialId);
    const first = await resetLink(shop);
    await shop.browser().post(reset, { token: first, newPassword: next, passkeys: [one, two] });
    expect((await ways(shop)).passkeys).toBe(2);

    await shop.browser().form(reset, { token: await resetLink(shop, first), newPassword: "Green-river-88" });
    expect((await ways(shop)).passkeys).toBe(0);
  });

  test("ends sessions, known browsers, linked accounts, a pending address and links that sign in; the app stays", async () => {
    const shop = await shopWithCustomer({ engine });
    const { db, now } = shop.shop;
    const thief = shop.browser();
    await signIn(thief);
    await thief.put("/storefront/api/customers/email", { value: "thief@example.com" });
    await signIn(thief);
    await plant(shop);
    const custom = await mintCustomToken(db, "ann@example.com", now());
    const token = await resetLink(shop);
    shop.pass(1_000);

    await shop.browser().form(reset, { token, newPassword: next, passkeys: "planted" });

    expect(await ways(shop)).toEqual({ passkeys: 1, apps: 2, browsers: 0, links: 0 });
    expect((await db.selectFrom("customer").select("pending_email").executeTakeFirst())?.pending_email).toBeNull();
    const open = await db.selectFrom("one_time_token").select("kind").where("used_at", "is", null).execute();
    // The link in the account holder's own mailbox that undoes the change stays valid.
    expect(open).toEqual([{ kind: "undo-email" }]);
    expect(custom.ok).toBe(true);
    const first = await shop.browser().form("/identity/signin/", { email: "ann@example.com", password: next });
    expect(first.headers.get("location")).toContain("/identity/second-step/");
  });

  test("also by the link that undoes a change, whose form shows the passkeys that are older than it", async () => {
    const shop = await shopWithCustomer({ engine });
    const thief = shop.browser();
    await signIn(thief);
    const [own, planted] = [await addPasskey(thief, "My phone"), await addPasskey(thief, "Planted")];
    shop.pass(2 * day);
    await signIn(thief);
    const lately = await addPasskey(thief, "Lately");
    await thief.post("/storefront/api/customers/disable", {});
    const token = tokenOf((await sentEmail(shop, "Ann@example.com", "Your account was disabled")).link);

    const { text } = await shop.browser().get(`${undo}?token=${token}`);
    expect([own, planted, lately].map(({ credentialId }) => text.includes(`value="${credentialId}" checked>`))).toEqual([
      ...[true, true],
      false,
    ]);
    await shop.browser().form(undo, { token, newPassword: next, passkeys: own.credentialId });

    expect([await signsIn(shop, own), await signsIn(shop, planted), await signsIn(shop, lately)]).toEqual([true, false, false]);
    expect((await shop.browser().post("/identity/signin/", { email: "ann@example.com", password })).status).toBe(401);
  });
});
