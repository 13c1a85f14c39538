import { describe, expect, test } from "vitest";
import { botToken } from "../identity/bot.ts";
import { addCustomer, password, sentEmail, sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { returned, returnForm, signInBy, socialShop } from "../identity/social.ts";
import { beginSession } from "../support/begin-session.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { Engine, TestShop } from "../support/shop.ts";

const [change, disable, undo] = [
  "/storefront/api/customers/email",
  "/storefront/api/customers/disable",
  "/identity/undo/",
] as const;
const next = "Blue-river-88";
const day = 24 * 3_600_000;

const account = ({ shop }: TestShop) =>
  shop.db
    .selectFrom("customer")
    .select(["email", "pending_email", "disabled_at", "first_name"])
    .where("id", "=", "ann")
    .executeTakeFirstOrThrow();
const canSignIn = async (shop: TestShop, email: string, secret: string) =>
  (await shop.browser().post("/identity/signin/", { email, password: secret })).status === 200;
const tokenOf = (link: string) => new URL(link, "http://shop.test").searchParams.get("token") ?? "";
const linkTo = async (shop: TestShop, to: string, subject: string) => tokenOf((await sentEmail(shop, to, subject)).link);
const use = (browser: TestBrowser, token: string, newPassword = next) => browser.post(undo, { token, newPassword });

/** A thief who knew Ann's password changed her account's address to his own. */
async function stolenAccount(engine: Engine): Promise<{ shop: TestShop; thief: TestBrowser }> {
  const shop = await shopWithCustomer({ engine });
  const thief = shop.browser();
  await signIn(thief);
  await thief.put(change, { value: "thief@example.com" });
  const token = await linkTo(shop, "thief@example.com", "Confirm your new");
  await signIn(thief);
  await thief.form("/identity/confirm/", { token });
  await signIn(thief, "thief@example.com");
  return { shop, thief };
}

describe.each(proofEngines)("an address that was taken away, on %s,", (engine) => {
  test("comes back by the link that was mailed there, with a new password, and the thief is out", async () => {
    const { shop, thief } = await stolenAccount(engine);
    const token = await linkTo(shop, "Ann@example.com", "Your email address was changed");
    const ann = shop.browser();
    expect((await ann.get(`${undo}?token=${token}`)).text).toContain("will be Ann@example.com");

    shop.pass(7 * day - 60_000);
    const undone = await ann.form(undo, { token, newPassword: next });

    expect([undone.status, undone.headers.get("location")]).toEqual([303, "/identity/signin/"]);
    expect(await account(shop)).toMatchObject({ email: "Ann@example.com", pending_email: null });
    expect((await thief.get("/storefront/dashboard/settings/")).status).toBe(303);
    expect(await canSignIn(shop, "thief@example.com", password)).toBe(false);
    expect(await canSignIn(shop, "ann@example.com", password)).toBe(false);
    await signIn(ann, "ann@example.com", next);
    expect((await use(ann, token)).status).toBe(409);
  });

  test("does not after seven days", async () => {
    const { shop } = await stolenAccount(engine);
    const token = await linkTo(shop, "Ann@example.com", "Your email address was changed");
    shop.pass(7 * day);
    expect((await use(shop.browser(), token)).body).toMatchObject({ code: "link_expired" });
    expect(await account(shop)).toMatchObject({ email: "thief@example.com" });
  });

  test("a change that waits is stopped by the link of its announcement", async () => {
    const shop = await shopWithCustomer({ engine });
    const thief = shop.browser();
    await signIn(thief);
    await thief.put(change, { value: "thief@example.com" });
    const [mine, theirs] = [
      await linkTo(shop, "Ann@example.com", "Your email address is changing"),
      await linkTo(shop, "thief@example.com", "Confirm your new"),
    ];

    expect((await use(shop.browser(), mine)).status).toBe(200);

    expect((await thief.form("/identity/confirm/", { token: theirs })).status).toBe(409);
    expect(await account(shop)).toMatchObject({ email: "Ann@example.com", pending_email: null });
  });

  test("the thief's own link, of a change after it, cannot take the account back", async () => {
    const { shop, thief } = await stolenAccount(engine);
    const mine = await linkTo(shop, "Ann@example.com", "Your email address was changed");
    shop.pass(60_000);
    await thief.put(change, { value: "thief-2@example.com" });
    const theirs = await linkTo(shop, "thief@example.com", "Your email address is changing");

    await use(shop.browser(), mine);

    expect((await use(thief, theirs, "Thiefs-own-88")).status).toBe(409);
    expect(await account(shop)).toMatchObject({ email: "Ann@example.com" });
  });

  test("the thief's link, used first, does not end the holder's", async () => {
    const { shop, thief } = await stolenAccount(engine);
    const mine = await linkTo(shop, "Ann@example.com", "Your email address was changed");
    shop.pass(1_000);
    await thief.put(change, { value: "thief-2@example.com" });
    await use(thief, await linkTo(shop, "thief@example.com", "Your email address is changing"), "Thiefs-own-88");

    expect((await use(shop.browser(), mine)).status).toBe(200);
    expect(await account(shop)).toMatchObject({ email: "Ann@example.com" });
  });

  test("a thief who had the mailbox for an hour and deleted the mail is undone by a reset that is asked for later", async () => {
    const { shop } = await stolenAccount(engine);
    await sentEmails(shop);
    shop.pass(2 * day);
    const ann = shop.browser();

    await ann.post("/identity/reset/", { email: "ANN@example.com" });
    expect((await use(ann, await linkTo(shop, "Ann@example.com", "Open your account again"))).status).toBe(200);

    await signIn(ann, "ann@example.com", next);
    shop.pass(6 * day);
    await ann.post("/identity/reset/", { email: "thief@example.com" });
    expect(
      (await sentEmails(shop)).filter(({ to, subject }) => to === "thief@example.com" && subject.startsWith("Open")),
    ).toEqual([]);
  });

  test("nobody else gets the address meanwhile, by a sign-up or a change", async () => {
    const { shop, thief } = await stolenAccount(engine);
    const mary = { email: "ann@example.com", password: next, first_name: "Mary", last_name: "" };
    const signedUp = await thief.post("/identity/signup/", { ...mary, botToken: await botToken(thief) });
    expect(signedUp.text).toContain("already exists");

    await addCustomer(shop, "eve");
    const eve = shop.browser();
    await signIn(eve, "eve@example.com");
    await eve.put(change, { value: "ann@example.com" });
    await signIn(eve, "eve@example.com");
    const moved = await eve.form("/identity/confirm/", { token: await linkTo(shop, "ann@example.com", "Confirm your new") });
    expect(moved.status).toBe(409);

    expect((await use(shop.browser(), await linkTo(shop, "Ann@example.com", "Your email address was changed"))).status).toBe(200);
  });

  test("a guessable password is refused, and the link stays good", async () => {
    const { shop } = await stolenAccount(engine);
    const token = await linkTo(shop, "Ann@example.com", "Your email address was changed");
    const refused = await use(shop.browser(), token, "Ann@example.com1");
    expect(refused.body).toEqual({ data: { errors: [{ field: "newPassword", message: "The new password is too weak." }] } });
    expect((await use(shop.browser(), token)).status).toBe(200);
  });
});

describe.each(proofEngines)("an account that a thief disabled, on %s,", (engine) => {
  test("is opened again by the mailed link for 14 days, with all that it had", async () => {
    const shop = await shopWithCustomer({ engine });
    const thief = shop.browser();
    await signIn(thief);
    await thief.post(disable);
    expect(await canSignIn(shop, "ann@example.com", password)).toBe(false);
    const ann = shop.browser();
    const token = await linkTo(shop, "Ann@example.com", "Your account was disabled");
    shop.pass(14 * day - 60_000);
    await shop.runJobs();

    expect((await use(ann, token)).status).toBe(200);
    shop.pass(1_000);
    await shop.runJobs();

    expect(await account(shop)).toMatchObject({ email: "Ann@example.com", disabled_at: null, first_name: "Ann" });
    await signIn(ann, "ann@example.com", next);
  });

  test("is erased after 14 days, and the link is over", async () => {
    const shop = await shopWithCustomer({ engine });
    const ann = shop.browser();
    await signIn(ann);
    await ann.post(disable);
    const token = await linkTo(shop, "Ann@example.com", "Your account was disabled");
    shop.pass(14 * day);
    await shop.runJobs();

    expect((await use(ann, token)).status).toBe(409);
    expect(await account(shop)).toMatchObject({ email: "", first_name: "" });
  });

  test("comes back also after its address was changed first, by the old address's link", async () => {
    const { shop, thief } = await stolenAccount(engine);
    await thief.post(disable);
    const token = await linkTo(shop, "Ann@example.com", "Your email address was changed");

    expect((await use(shop.browser(), token)).status).toBe(200);
    await signIn(shop.browser(), "ann@example.com", next);
    expect((await use(thief, await linkTo(shop, "thief@example.com", "Your account was disabled"))).status).toBe(409);
  });

  test("has no profile for a session that began meanwhile, and its mail is sent again by a reset", async () => {
    const shop = await shopWithCustomer({ engine });
    const ann = shop.browser();
    await signIn(ann);
    await ann.post(disable);
    await beginSession(shop, ann, "ann");
    expect((await ann.get("/storefront/dashboard/profile/")).status).toBe(303);

    await shop.browser().post("/identity/reset/", { email: "ann@example.com" });
    expect((await use(shop.browser(), await linkTo(shop, "Ann@example.com", "Open your account again"))).status).toBe(200);
  });
});

describe.each(proofEngines)("an address that its holder may come back to, on %s,", (engine) => {
  test("is given to no account that a provider's sign-in creates, for seven days", async () => {
    const shop = await socialShop({ engine });
    const thief = shop.browser();
    await signIn(thief);
    await thief.put(change, { value: "thief@example.com" });
    const token = await linkTo(shop, "thief@example.com", "Confirm your new");
    await signIn(thief);
    await thief.form("/identity/confirm/", { token });
    const undoing = await linkTo(shop, "Ann@example.com", "Your email address was changed");

    const other = shop.browser();
    const { made, verified } = await signInBy(shop, other, { person: "p-ann" });
    expect([made.status, made.body]).toMatchObject([409, { code: "email_taken" }]);
    expect(verified.status).toBe(401);
    await returned(shop, other, { person: "p-ann" });
    const { user, entry } = await returnForm(other);
    const plain = await other.form("/identity/new_user/", { ...user, token: entry });
    expect([plain.status, plain.text.includes("may still take it back")]).toEqual([409, true]);
    expect((await use(shop.browser(), undoing)).status).toBe(200);
    expect(await account(shop)).toMatchObject({ email: "Ann@example.com" });
  });

  test("is free again after that", async () => {
    const shop = await socialShop({ engine });
    const owner = shop.browser();
    await signIn(owner);
    await owner.put(change, { value: "new@example.com" });
    const token = await linkTo(shop, "new@example.com", "Confirm your new");
    await signIn(owner);
    await owner.form("/identity/confirm/", { token });
    shop.pass(7 * day + 1_000);
    expect((await signInBy(shop, shop.browser(), { person: "p-ann" })).verified.status).toBe(200);
  });
});
