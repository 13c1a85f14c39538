import { describe, expect, test } from "vitest";
import { proofEngines } from "../support/long-form.ts";
import { plainProduction } from "../support/production.ts";

import { addCustomer, password, sentEmails, shopWithCustomer, signIn } from "./customer-fixture.ts";
import { comeBack, leads, returned, returnForm, type SocialShop, signInBy, socialShop } from "./social.ts";

const customers = ({ shop }: SocialShop) => shop.db.selectFrom("customer").selectAll().orderBy("email_norm").execute();
const links = ({ shop }: SocialShop) => shop.db.selectFrom("social_link").selectAll().execute();
const isIn = async (browser: { get(path: string): Promise<{ status: number }> }) =>
  (await browser.get("/storefront/api/customers/wishlist/any")).status === 200;
const banner = async (browser: { get(path: string): Promise<{ text: string }> }, path: string) =>
  /role="alert".*?<p>([^<]*)<\/p>/s.exec((await browser.get(path)).text)?.[1];

const failed = "Authentication failed: ";

/** A visitor returns from a provider to the page that creates the account. */
async function cameBack(options: Parameters<typeof socialShop>[0] = {}, trip: Parameters<typeof returned>[2] = {}) {
  const shop = await socialShop(options);
  const mary = shop.browser();
  const back = await returned(shop, mary, trip);
  return { shop, mary, back, ...(await returnForm(mary)) };
}

/** The owner of a mailbox sets a new password by a mailed link. */
async function setPassword(shop: SocialShop, email: string) {
  const holder = shop.browser();
  await holder.post("/identity/reset/", { email });
  const [link = ""] = (await sentEmails(shop)).map((one) => one.link).filter((one) => one.includes("/reset/?token"));
  const token = new URL(link, shop.url).searchParams.get("token") ?? "";
  shop.pass(1000);
  expect((await holder.post("/identity/reset/", { token, newPassword: "Another-leaf-7" })).status).toBe(200);
  return holder;
}

describe.each(proofEngines)("on %s", (engine) => {
  test("somebody new comes in by new_user, then verify_token, and only in this order (requirements 180, 186–190)", async () => {
    const { shop, mary, back, user, entry, asks } = await cameBack({ engine });
    expect([back.status, leads(back)]).toEqual([303, expect.stringMatching(/^\/identity\/social\/return\/\?flow=[a-f0-9]{16}$/)]);
    const names = { first_name: "Mary", last_name: "Ann Lee", gender: "female", birthday: "1990-05-04" };
    expect([user, asks]).toEqual([{ id: "p-mary", ...names }, false]);
    expect((await mary.post("/identity/verify_token/", { token: entry })).status).toBe(401);
    const made = await mary.post("/identity/new_user/", user);
    expect([made.status, made.body]).toEqual([200, { status: "ok", message: "Your account is ready." }]);
    expect(await isIn(mary)).toBe(false);
    const verified = await mary.post("/identity/verify_token/", { token: entry });
    expect([verified.status, verified.body]).toEqual([200, { status: "success", message: "You’re signed in." }]);
    expect(await isIn(mary)).toBe(true);
    const row = (await customers(shop)).find(({ email_norm }) => email_norm === "mary@example.com");
    expect(row).toMatchObject({ ...names, email: "Mary@example.com", email_verified: 1, password_hash: null, demo: 0 });
    // A provider may send no last name.
    const cher = await cameBack({ engine }, { person: "p-cher" });
    expect(cher.user).toMatchObject({ first_name: "Cher", last_name: "" });
  });

  test("asked again new_user answers the same, and makes nobody twice; the session's token is good once", async () => {
    const { shop, mary, user, entry } = await cameBack({ engine });
    const answers = await Promise.all([1, 2, 3].map(() => mary.post("/identity/new_user/", user)));
    expect(answers.map(({ status, body }) => [status, (body as { status: string }).status])).toEqual(Array(3).fill([200, "ok"]));
    expect([(await customers(shop)).length, (await links(shop)).length]).toEqual([2, 1]);
    const entered = await Promise.all([1, 2, 3].map(() => mary.post("/identity/verify_token/", { token: entry })));
    expect(entered.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  test("the same account opens the same customer, also after the mail has changed here", async () => {
    const shop = await socialShop({ engine });
    await signInBy(shop, shop.browser());
    const other = { email: "else@example.com", email_norm: "else@example.com" };
    await shop.shop.db.updateTable("customer").set(other).where("email_norm", "=", "mary@example.com").execute();
    const again = shop.browser();
    await signInBy(shop, again);
    expect([await isIn(again), (await customers(shop)).length]).toEqual([true, 2]);
  });

  test("a verified mail links to the customer who has verified it, at once", async () => {
    const shop = await socialShop({ engine, customer: { email_verified: 1 } });
    const customer = shop.browser();
    expect((await signInBy(shop, customer, { person: "p-ann" })).made.status).toBe(200);
    expect(await isIn(customer)).toBe(true);
    expect(await links(shop)).toMatchObject([{ subject: "p-ann", customer_id: "ann", provider: shop.providers[0]?.issuer }]);
  });

  test.each([
    ["the customer has not verified the mail", "p-ann", 0],
    ["the provider has not verified the mail", "p-sly", 1],
  ] as const)("where %s the password is asked for first, then it links", async (_why, person, verified) => {
    const { shop, mary, user, entry, asks } = await cameBack({ engine, customer: { email_verified: verified } }, { person });
    expect(asks).toBe(true);
    const bare = await mary.post("/identity/new_user/", user);
    const error = "An account with ann@example.com already exists. Please enter its password.";
    expect([bare.status, bare.body]).toEqual([409, { error, code: "password" }]);
    const wrong = await mary.post("/identity/new_user/", { ...user, password: "Not-this-1" });
    const errors = [{ field: "password", message: "That’s not the password for that account." }];
    expect([wrong.status, wrong.body]).toEqual([200, { data: { errors } }]);
    expect((await mary.post("/identity/verify_token/", { token: entry })).status).toBe(401);
    expect(await links(shop)).toEqual([]);

    expect((await mary.post("/identity/new_user/", { ...user, password })).status).toBe(200);
    expect((await mary.post("/identity/verify_token/", { token: entry })).status).toBe(200);
    expect([await isIn(mary), (await customers(shop))[0]?.email_verified]).toEqual([true, 1]);
    expect((await signInBy(shop, shop.browser(), { person })).made.status).toBe(200);
  });

  test("wrong passwords of a link count as those of the sign-in do", async () => {
    const { shop, mary: attacker, user } = await cameBack({ engine }, { person: "p-sly" });
    for (let tries = 0; tries < 10; tries += 1)
      await attacker.post("/identity/new_user/", { ...user, password: `wrong-${tries}` });
    const refused = await attacker.post("/identity/new_user/", { ...user, password });
    expect(refused).toMatchObject({ status: 403, body: { code: "work_required", data: { challenge: expect.anything() } } });
    const native = await attacker.form("/identity/new_user/", { ...user, password });
    expect([native.status, native.text.includes("Please sign in with your email and password first")]).toEqual([403, true]);
    expect(await links(shop)).toEqual([]);
  });

  test("what is begun and who came back is forgotten when its time is over", async () => {
    const { shop, mary, user } = await cameBack({ engine });
    const path = await comeBack(shop, mary);
    shop.pass(10 * 60_000 + 1);
    expect(leads(await mary.get(path))).toBe("/identity/signin/?social=lost");
    const late = await mary.post("/identity/new_user/", user);
    const error = `${failed}it started in another browser or too long ago. Please try again.`;
    expect([late.status, late.body]).toEqual([401, { error, code: "sign_in_expired" }]);
    expect(leads(await mary.get("/identity/social/return/"))).toBe("/identity/signin/");
  });
});

test("the provider is asked for the code flow with PKCE, state, nonce and the choice of an account; the browser keeps none of it (requirement 180)", async () => {
  const shop = await socialShop();
  const mary = shop.browser();
  const address = new URL(leads(await mary.get("/identity/social/2/")));
  expect(address.origin).toBe(shop.providers[1]?.issuer);
  const { state, nonce, code_challenge, ...rest } = Object.fromEntries(address.searchParams);
  expect(rest).toEqual({
    client_id: "shop",
    response_type: "code",
    redirect_uri: "http://shop.test/identity/social/2/callback",
    scope: "openid email profile",
    prompt: "select_account",
    code_challenge_method: "S256",
  });
  for (const random of [state, nonce, code_challenge]) expect(random).toMatch(/^[\w-]{43}$/);
  expect([...mary.jar.keys()]).toEqual([expect.stringMatching(/^social-[a-f0-9]{16}$/)]);
  for (const secret of [state, nonce, code_challenge]) expect(JSON.stringify([...mary.jar])).not.toContain(secret);
  expect((await mary.get("/identity/social/3/")).status).toBe(404);
});

test.each([
  ["", "/storefront/dashboard/"],
  ["?next=%22/storefront/cart/%22", "/storefront/cart/"],
  ["?next=//evil.example", "/storefront/dashboard/"],
  ["?next=https://evil.example/", "/storefront/dashboard/"],
])("without scripts one press does both and leads on: %s → %s (requirements 25, 29–31)", async (query, leadsTo) => {
  const { mary, user } = await cameBack({}, { query });
  const pressed = await mary.form("/identity/new_user/", user);
  expect([pressed.status, leads(pressed), await isIn(mary)]).toEqual([303, leadsTo, true]);
  expect(leads(await mary.get("/identity/social/return/"))).toBe("/storefront/dashboard/");
});

test("without scripts a wrong password shows the page again with the message beside the field", async () => {
  const { mary: customer, user } = await cameBack({ customer: { email_verified: 0 } }, { person: "p-ann" });
  const wrong = await customer.form("/identity/new_user/", { ...user, password: "Not-this-1" });
  expect([wrong.status, wrong.text.includes("That’s not the password for that account.")]).toEqual([422, true]);
  expect(wrong.text).not.toContain("Not-this-1");
  const stale = await customer.form("/identity/new_user/", { ...user, password, _csrf: "old" });
  expect([stale.status, stale.text.includes('name="password"')]).toEqual([403, true]);
  const right = await customer.form("/identity/new_user/", { ...user, password });
  expect([right.status, leads(right)]).toEqual([303, "/storefront/dashboard/"]);
});

test("who did not come back to this browser, or says to be somebody else, is nobody", async () => {
  const { shop, mary, user, entry } = await cameBack();
  const attacker = shop.browser();
  expect((await attacker.post("/identity/new_user/", user)).status).toBe(401);
  expect((await mary.post("/identity/new_user/", { ...user, id: "p-ann" })).status).toBe(404);
  expect((await mary.call("POST", "/identity/new_user/", user, { csrf: false })).status).toBe(403);
  await mary.post("/identity/new_user/", user);
  expect((await attacker.post("/identity/verify_token/", { token: entry })).status).toBe(401);
  expect((await mary.post("/identity/verify_token/", { token: `${entry}x` })).status).toBe(401);
  expect((await mary.post("/identity/new_user/", { ...user, birthday: "soon" })).status).toBe(400);
});

test("a return to another browser, a second return, another's state, and another provider's are lost (requirement 182)", async () => {
  const shop = await socialShop();
  const [mary, attacker] = [shop.browser(), shop.browser()];
  const path = await comeBack(shop, mary);
  await attacker.get("/identity/signin/");
  const lost = "/identity/signin/?social=lost";
  for (const [browser, address] of [
    [attacker, path],
    [shop.browser(), path],
    [mary, path.replace(/state=[\w-]+/, `state=${"x".repeat(43)}`)],
    [mary, "/identity/social/1/callback"],
    [mary, (await comeBack(shop, mary)).replace("/social/1/", "/social/2/")],
  ] as const)
    expect(leads(await browser.get(address))).toBe(lost);
  expect(leads(await mary.get(path))).toMatch(/^\/identity\/social\/return\/\?flow=/);
  expect(leads(await mary.get(path))).toBe(lost);
  expect(await banner(mary, lost)).toBe(`${failed}it started in another browser or too long ago. Please try again.`);
});

test.each([
  ["nonce", (address: URL) => address.searchParams.set("nonce", "another")],
  ["PKCE challenge", (address: URL) => address.searchParams.set("code_challenge", "x".repeat(43))],
])("an answer with another %s is refused (requirement 182)", async (_what, tamper) => {
  const shop = await socialShop();
  const mary = shop.browser();
  const back = await returned(shop, mary, { tamper });
  expect(leads(back)).toBe("/identity/signin/?social=refused");
  expect(await banner(mary, leads(back))).toBe(`${failed}the provider couldn’t confirm who you are. Please try again.`);
  expect(leads(await mary.get("/identity/social/return/"))).toBe("/identity/signin/");
});

test("a denial, a provider that refuses the shop's secret, is gone, or tells no mail: each has its words (requirement 182)", async () => {
  const wrong = await socialShop({ clientSecret: "not-the-secret" });
  expect(leads(await returned(wrong, wrong.browser()))).toBe("/identity/signin/?social=refused");

  const shop = await socialShop();
  const mary = shop.browser();
  const denied = await returned(shop, mary, { person: "", query: "?next=/storefront/cart/" });
  expect(leads(denied)).toBe("/identity/signin/?social=denied&next=%2Fstorefront%2Fcart%2F");
  expect(await banner(mary, leads(denied))).toBe(`${failed}you chose not to share your account.`);
  const nameless = await returned(shop, mary, { person: "p-none" });
  expect(await banner(mary, leads(nameless))).toBe(`${failed}the provider didn’t share your email address.`);
  const path = await comeBack(shop, mary, { place: 2 });
  await shop.providers[1]?.close();
  const silent = await mary.get(path);
  expect(await banner(mary, leads(silent))).toBe(`${failed}the provider didn’t respond. Please try again later.`);
});

test("a provider that is down at the start is told, and is asked anew at the next press (requirement 181)", async () => {
  const shop = await socialShop();
  await shop.providers[0]?.close();
  const mary = shop.browser();
  const words = "Authentication initiation failed: we couldn’t reach the provider. Please try again later.";
  for (const _press of [1, 2]) {
    const begun = leads(await mary.get("/identity/social/1/?next=/storefront/cart/"));
    expect(begun).toBe("/identity/signin/?social=down&next=%2Fstorefront%2Fcart%2F");
    expect(await banner(mary, begun)).toBe(words);
  }
});

test("what a provider or an address says is never shown", async () => {
  const shop = await socialShop();
  const mary = shop.browser();
  const said = new URLSearchParams({ error: "server_error", error_description: "<b>hello</b>" });
  const path = (await comeBack(shop, mary, { person: "" })).replace(/error=.*?(?=&state)/, said.toString());
  expect(leads(await mary.get(path))).toBe("/identity/signin/?social=refused");
  const page = await mary.get("/identity/signin/?social=%3Cb%3Ehello%3C/b%3E");
  expect(page.text).not.toMatch(/hello|Something went wrong!/);
});

test("a provider's account is one step: where an app is in use, its code is asked for", async () => {
  const shop = await socialShop({ customer: { email_verified: 1 } });
  const app = { subject_kind: "customer", subject_id: "ann", secret: "sealed", created_at: 1, confirmed_at: 1 } as const;
  await shop.shop.db.insertInto("totp").values(app).execute();
  const customer = shop.browser();

  const { verified } = await signInBy(shop, customer, { person: "p-ann" });

  expect([verified.status, verified.body]).toMatchObject([401, { code: "second_factor" }]);
  expect([customer.jar.has("user_id"), await isIn(customer)]).toEqual([false, false]);
  expect((await customer.get("/identity/second-step/")).status).toBe(200);
});

test("neither a disabled customer nor, in production, an account of the demo shop comes in, by a link or by the mail", async () => {
  const { shop, mary: midway, user } = await cameBack({ customer: { email_verified: 1 } }, { person: "p-ann" });
  await signInBy(shop, shop.browser(), { person: "p-ann" });
  await shop.shop.db.updateTable("customer").set({ disabled_at: 1 }).where("id", "=", "ann").execute();
  const error = `${failed}this account can’t be used.`;
  const refused = await midway.post("/identity/new_user/", user);
  expect([refused.status, refused.body]).toEqual([401, { error, code: "account_closed" }]);
  const env = { ...plainProduction, PUBLIC_URL: "http://shop.test" };
  const ofDemo = await socialShop({ env, customer: { email_verified: 1, demo: 1 } });
  for (const [at, person] of [
    [shop, "p-ann"],
    [shop, "p-sly"],
    [ofDemo, "p-ann"],
  ] as const) {
    const customer = at.browser();
    await returned(at, customer, { person });
    const page = await customer.get("/identity/social/return/");
    expect(leads(page)).toBe("/identity/signin/?social=closed");
    if (at === shop) expect(await banner(customer, leads(page))).toBe(error);
  }
});

test("an unverified newcomer is asked to confirm the mail, and a link made before that is gone once the mailbox sets a password", async () => {
  const shop = await socialShop();
  const sam = shop.browser();
  await signInBy(shop, sam, { person: "p-sam" });
  expect(await isIn(sam)).toBe(true);
  const subject = "Confirm your email address at Leaf & Vessel";
  expect(await sentEmails(shop)).toMatchObject([{ to: "sam@example.com", subject }]);
  const holder = await setPassword(shop, "sam@example.com");
  expect([await isIn(sam), await links(shop)]).toEqual([false, []]);
  await signIn(holder, "sam@example.com", "Another-leaf-7");
});

test("the holder is told of an account that opens theirs, and a new password by mail disconnects it", async () => {
  const shop = await socialShop({ customer: { email_verified: 1 } });
  await signInBy(shop, shop.browser(), { person: "p-sly", password });
  const subject = "Example 1 now signs in to your account at Leaf & Vessel";
  expect(await sentEmails(shop)).toMatchObject([{ to: "Ann@example.com", subject }]);

  const midway = shop.browser();
  await returned(shop, midway, { person: "p-sly", place: 2 });
  const { user } = await returnForm(midway);
  await setPassword(shop, "ann@example.com");
  expect(await links(shop)).toEqual([]);
  expect((await midway.post("/identity/new_user/", { ...user, password: "Another-leaf-7" })).status).toBe(401);
  const again = shop.browser();
  await returned(shop, again, { person: "p-sly" });
  expect((await returnForm(again)).asks).toBe(true);
});

test("somebody else who is signed in already makes room, and the guest's cart goes along", async () => {
  const shop = await socialShop();
  const browser = shop.browser();
  await browser.post("/storefront/checkout/create", { lines: [{ variantId: "v-1", quantity: 2 }] });
  const guests = browser.jar.get("checkoutId");
  await signInBy(shop, browser);
  expect(browser.jar.get("checkoutId")).not.toBe(guests);
  const old = browser.jar.get("user_id") ?? "";

  await addCustomer(shop, "bob");
  await signInBy(shop, browser, { person: "p-cher", place: 2 });
  expect(browser.jar.get("user_id")).not.toBe(old);
  const attacker = shop.browser();
  attacker.jar.set("user_id", old);
  expect(await isIn(attacker)).toBe(false);
});

test("no code and no token of a sign-in is in the log, also when it fails", async () => {
  const shop = await socialShop();
  const mary = shop.browser();
  const path = await comeBack(shop, mary);
  await mary.get(path);
  const { user, entry } = await returnForm(mary);
  await mary.post("/identity/new_user/", user);
  await mary.post("/identity/verify_token/", { token: entry });
  await returned(shop, shop.browser(), { tamper: (address) => address.searchParams.set("nonce", "another") });
  const { searchParams } = new URL(path, shop.url);
  const log = shop.log.join("\n");
  expect(log).toContain("a social sign-in failed");
  for (const secret of [searchParams.get("code"), searchParams.get("state"), entry, "eyJ"]) expect(log).not.toContain(secret);
});

test("sign-in and sign-up offer both providers as links that keep where to go on to; without providers there is nothing", async () => {
  const [shop, plain] = [await socialShop(), await shopWithCustomer()];
  for (const screen of ["signin", "signup"]) {
    const { text } = await shop.browser().get(`/identity/${screen}/?next=/storefront/cart/`);
    for (const place of [1, 2]) expect(text).toContain(`href="/identity/social/${place}/?next=%2Fstorefront%2Fcart%2F"`);
    for (const part of ["Continue with Example 2", 'data-island="social-buttons" data-island-on="never"'])
      expect(text).toContain(part);
    expect((await plain.browser().get(`/identity/${screen}/`)).text).not.toContain("social");
  }
});

test("a popup is told of a failure too, and is offered only where the owner wants it (requirement 183)", async () => {
  const shop = await socialShop({ env: { SOCIAL_POPUP: "1" } });
  const mary = shop.browser();
  expect((await mary.get("/identity/signin/")).text).toContain('data-island="social-buttons" data-island-on="load"');

  await returned(shop, mary, { query: "?popup=123456" });
  expect((await returnForm(mary)).popup).toBe("123456");

  const denied = await returned(shop, mary, { query: "?popup=123456&next=/storefront/cart/", person: "" });
  expect(leads(denied)).toBe("/identity/social/return/?social=denied&next=%2Fstorefront%2Fcart%2F&popup=123456");
  const { text } = await mary.get(leads(denied));
  expect(text).toContain(`${failed}you chose not to share your account.`);
  expect(text).toContain('data-island="social-report"');
  expect(text).toContain('href="/identity/signin/?social=denied&amp;next=%2Fstorefront%2Fcart%2F"');
});

test("one browser begins a few at once, in its tabs, and no more", async () => {
  const shop = await socialShop();
  const mary = shop.browser();
  const paths = [];
  for (let tab = 0; tab < 6; tab += 1) paths.push(await comeBack(shop, mary));
  expect(leads(await mary.get(paths[0] ?? ""))).toBe("/identity/signin/?social=lost");
  expect(leads(await mary.get(paths[1] ?? ""))).toMatch(/^\/identity\/social\/return\/\?flow=/);
  expect([...mary.jar.keys()].filter((name) => name.startsWith("social-"))).toHaveLength(5);
});
