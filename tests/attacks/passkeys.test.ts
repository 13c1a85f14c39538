import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { addCustomer, sentEmail, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { type Deviation, SoftwareAuthenticator } from "../support/authenticator.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { Engine, TestShop } from "../support/shop.ts";

const [added, fresh, entering, challengePath, proof, exchange] = [
  "/identity/passkeys/",
  "/identity/passkeys/new/",
  "/identity/passkey/",
  "/identity/passkey/challenge/",
  "/identity/passkey/proof/",
  "/identity/verify_token/",
] as const;
const settings = "/storefront/dashboard/settings/";
const minutes = 60_000;

type Challenge = { challenge: string };
const dataOf = <Value>({ body }: Answer) => (body as { data: Value }).data;
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const newOptions = async (browser: TestBrowser) => dataOf<Challenge & { user: { id: string } }>(await browser.post(fresh));
const challengeFor = async (browser: TestBrowser) => dataOf<Challenge>(await browser.post(challengePath));

/** Adds a new passkey to the signed-in account. */
async function add(browser: TestBrowser, key = new SoftwareAuthenticator(), name = ""): Promise<SoftwareAuthenticator> {
  const answer = await browser.post(added, { credential: key.create(await newOptions(browser)), name });
  expect(answer.status).toBe(200);
  return key;
}

async function annWithPasskey(
  engine: Engine,
  env = {},
): Promise<{ shop: TestShop; ann: TestBrowser; key: SoftwareAuthenticator }> {
  const shop = await shopWithCustomer({ engine, env });
  const ann = shop.browser();
  await signIn(ann);
  return { shop, ann, key: await add(ann) };
}

const enter = async (browser: TestBrowser, key: SoftwareAuthenticator, deviation?: Deviation) =>
  await browser.post(entering, { credential: key.get(await challengeFor(browser), deviation) });
const isSignedIn = async (browser: TestBrowser) => (await browser.get(settings)).status === 200;

const refused = [401, "wrong_credentials"];
const expired = [401, "sign_in_expired"];
const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

describe.each(proofEngines)("passkeys, on %s:", (engine) => {
  test("one that was added in the settings signs in, without the code of an authenticator app", async () => {
    const { shop, key } = await annWithPasskey(engine);
    const totp = { subject_kind: "customer", subject_id: "ann", secret: "sealed", created_at: 1, confirmed_at: 1 } as const;
    await shop.shop.db.insertInto("totp").values(totp).execute();
    const browser = shop.browser();

    const { token } = dataOf<{ token: string }>(await enter(browser, key));
    const verified = await browser.post(exchange, { token });

    expect([verified.status, await isSignedIn(browser)]).toEqual([200, true]);
    expect((await browser.get(settings)).text).toContain("Signed in with a passkey.");
    expect(codeOf(await browser.post(exchange, { token }))).toEqual(expired);
    expect(codeOf(await shop.browser().post(exchange, { token }))).toEqual(expired);
  });

  test("the settings name each, and adding and removing one is told by mail and in the trail", async () => {
    const { shop, ann } = await annWithPasskey(engine);
    const second = await add(ann, undefined, "Blue key");
    expect((await sentEmail(shop, "Ann@example.com", "A passkey was added")).text).toContain("can now be used to sign in");
    expect((await ann.get(settings)).text).toMatch(/Unknown browser[\s\S]*Blue key/);

    const removed = await ann.form(added, { _method: "DELETE", id: second.credentialId });

    expect(removed.headers.get("location")).toBe(`${settings}?notice=passkey-removed`);
    expect((await sentEmail(shop, "Ann@example.com", "A passkey was removed")).text).toContain("no longer signs in");
    const page = (await ann.get(settings)).text;
    expect([page.includes("Passkey removed: Blue key."), page.includes("Passkey added: Blue key.")]).toEqual([true, true]);
    expect(codeOf(await enter(shop.browser(), second))).toEqual(refused);
  });

  test("what a browser is given to make one names the account by a hash, and its passkeys", async () => {
    const { ann, key } = await annWithPasskey(engine);
    const options = dataOf<{ user: { id: string } }>(await ann.post(fresh));
    expect(options).toMatchObject({
      rp: { id: "shop.test" },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: key.credentialId, type: "public-key", transports: ["internal"] }],
    });
    const handle = Buffer.from(options.user.id, "base64url");
    expect([handle.length, /ann/i.test(handle.toString("latin1"))]).toEqual([32, false]);
  });

  test("what a browser is given to sign in names no passkey, and is stored as a hash", async () => {
    const { shop } = await annWithPasskey(engine);
    const asked = dataOf<Record<string, unknown>>(await shop.browser().post(challengePath));
    expect(Object.keys(asked).toSorted()).toEqual(["challenge", "rpId", "timeout", "userVerification"]);
    const [row] = await shop.shop.db.selectFrom("passkey_challenge").selectAll().execute();
    expect([row?.subject, row?.hash.length, row?.hash === asked.challenge]).toEqual(["", 64, false]);
  });

  test("a challenge counts once, in the browser that asked for it, for five minutes", async () => {
    const { shop, key } = await annWithPasskey(engine);
    const [browser, thief] = [shop.browser(), shop.browser()];
    const challenge = await challengeFor(browser);
    await thief.token();

    expect(codeOf(await thief.post(entering, { credential: key.get(challenge) }))).toEqual(expired);
    expect((await browser.post(entering, { credential: key.get(challenge) })).status).toBe(200);
    expect(codeOf(await browser.post(entering, { credential: key.get(challenge) }))).toEqual(expired);

    const late = await challengeFor(browser);
    shop.pass(5 * minutes);
    expect(codeOf(await browser.post(entering, { credential: key.get(late) }))).toEqual(expired);
    expect(codeOf(await browser.post(entering, { credential: key.get({ challenge: "made-up" }) }))).toEqual(expired);
  });

  test("a refused answer has used its challenge up", async () => {
    const { shop, key } = await annWithPasskey(engine);
    const browser = shop.browser();
    const challenge = await challengeFor(browser);
    expect(codeOf(await browser.post(entering, { credential: key.get(challenge, { key: other }) }))).toEqual(refused);
    expect(codeOf(await browser.post(entering, { credential: key.get(challenge) }))).toEqual(expired);
  });

  test.each<[string, Deviation]>([
    ["another key", { key: other }],
    ["another site", { origin: "http://shop.test.evil.example" }],
    ["another port of the shop's host", { origin: "http://shop.test:8080" }],
    ["another relying party", { rpId: "evil.example" }],
    ["no check of its user", { flags: 0x01 }],
    ["nobody present", { flags: 0x04 }],
    ["another account's handle", { userHandle: "YW5u" }],
  ])("one that answers with %s signs nobody in", async (_what, deviation) => {
    const { shop, key } = await annWithPasskey(engine);
    const browser = shop.browser();
    expect(codeOf(await enter(browser, key, deviation))).toEqual(refused);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test.each<[string, Deviation]>([
    ["an attestation that nobody asked for", { attests: true }],
    ["another site", { origin: "https://evil.example" }],
    ["another relying party", { rpId: "evil.example" }],
    ["no check of its user", { flags: 0x01 }],
  ])("one that was made with %s is not added", async (_what, deviation) => {
    const { shop, ann } = await annWithPasskey(engine);
    const credential = new SoftwareAuthenticator().create(await newOptions(ann), deviation);
    expect(codeOf(await ann.post(added, { credential }))).toEqual([409, "failed"]);
    expect((await shop.shop.db.selectFrom("passkey").select("id").execute()).length).toBe(1);
  });

  test("the challenge of a sign-in adds no passkey, nor does another account's or a used one", async () => {
    const { shop, ann, key } = await annWithPasskey(engine);
    await addCustomer(shop, "eve");
    const eve = shop.browser();
    await signIn(eve, "eve@example.com");
    const user = { id: "YW5u" };
    const mine = await newOptions(ann);
    const answers = [
      await ann.post(added, { credential: new SoftwareAuthenticator().create({ ...(await challengeFor(ann)), user }) }),
      await eve.post(added, { credential: new SoftwareAuthenticator().create(mine) }),
    ];
    await ann.post(added, { credential: new SoftwareAuthenticator().create(mine) });
    answers.push(await ann.post(added, { credential: new SoftwareAuthenticator().create(mine) }));
    expect(answers.map(codeOf)).toEqual(Array(3).fill([409, "failed"]));
    expect(codeOf(await ann.post(entering, { credential: key.get(await newOptions(ann)) }))).toEqual(expired);
  });

  test("a passkey of somebody else is neither taken over nor removed", async () => {
    const { shop, key } = await annWithPasskey(engine);
    await addCustomer(shop, "eve");
    const eve = shop.browser();
    await signIn(eve, "eve@example.com");

    expect(codeOf(await eve.post(added, { credential: key.create(await newOptions(eve)) }))).toEqual([409, "failed"]);
    expect(codeOf(await eve.delete(added, { id: key.credentialId }))).toEqual([404, "not_found"]);
    expect((await shop.shop.db.selectFrom("passkey").select("subject_id").execute()).map((row) => row.subject_id)).toEqual([
      "ann",
    ]);
  });

  test("a counter that does not go up is refused and noted; one that always is 0 is not", async () => {
    const { shop, ann, key } = await annWithPasskey(engine);
    expect((await enter(shop.browser(), key)).status).toBe(200);
    expect((await enter(shop.browser(), key)).status).toBe(200);
    expect((await enter(shop.browser(), key, { counter: 5 })).status).toBe(200);

    expect(codeOf(await enter(shop.browser(), key, { counter: 9, key: other }))).toEqual(refused);
    for (const counter of [5, 4, 0]) expect(codeOf(await enter(shop.browser(), key, { counter }))).toEqual(refused);

    expect((await ann.get(settings)).text.match(/Passkey refused: it may be a copy/g)?.length).toBe(3);
    expect((await enter(shop.browser(), key, { counter: 6 })).status).toBe(200);
  });

  test("of four answers at once with one counter, one signs in", async () => {
    const { shop, key } = await annWithPasskey(engine);
    const browsers = Array.from({ length: 4 }, () => shop.browser());
    const credentials: string[] = [];
    for (const browser of browsers) credentials.push(key.get(await challengeFor(browser), { counter: 7 }));
    const answers = await Promise.all(browsers.map((browser, at) => browser.post(entering, { credential: credentials[at] })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  });

  test("a disabled account, a demo account of a public shop and an unknown passkey are refused in the same words", async () => {
    const { shop, key } = await annWithPasskey(engine, { HOST: "0.0.0.0" });
    const unknown = new SoftwareAuthenticator();
    unknown.userHandle = key.userHandle;
    const words = [(await enter(shop.browser(), unknown)).body];
    const { db } = shop.shop;
    await db.updateTable("customer").set({ disabled_at: 1 }).where("id", "=", "ann").execute();
    words.push((await enter(shop.browser(), key)).body);
    await db.updateTable("customer").set({ disabled_at: null, demo: 1 }).where("id", "=", "ann").execute();
    words.push((await enter(shop.browser(), key)).body);
    expect(words[0]).toMatchObject({ code: "wrong_credentials" });
    expect(new Set(words.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(codeOf(await shop.browser().post(entering, { credential: "{}" }))).toEqual(refused);
  });

  test("whoever has a copy of the session adds none and removes none; a passkey is a proof, its own account's alone", async () => {
    const { shop, ann, key } = await annWithPasskey(engine);
    await addCustomer(shop, "eve");
    const eve = shop.browser();
    await signIn(eve, "eve@example.com");
    shop.pass(11 * minutes);
    const asked = [
      await ann.post(fresh),
      await ann.post(added, { credential: "{}" }),
      await ann.delete(added, { id: key.credentialId }),
    ];
    expect(asked.map(codeOf)).toEqual(Array(3).fill([403, "reauthenticate"]));
    expect(asked[0] && dataOf(asked[0])).toEqual({ hasPassword: true, hasPasskey: true, hasAuthenticator: false });

    // A passkey of another host of the shop proves nothing here.
    const { db } = shop.shop;
    const { relying_party } = await db.selectFrom("passkey").select("relying_party").executeTakeFirstOrThrow();
    await db.updateTable("passkey").set({ relying_party: "staff.example" }).execute();
    expect(dataOf(await ann.post(fresh))).toMatchObject({ hasPasskey: false });
    await db.updateTable("passkey").set({ relying_party }).execute();

    const prove = async (browser: TestBrowser) => await browser.post(proof, { credential: key.get(await challengeFor(browser)) });
    expect(codeOf(await prove(eve))).toEqual(refused);
    expect(codeOf(await eve.post(fresh))).toEqual([403, "reauthenticate"]);
    const session = ann.jar.get("user_id");
    expect((await prove(ann)).status).toBe(200);
    expect(ann.jar.get("user_id")).not.toBe(session);
    expect((await ann.delete(added, { id: key.credentialId })).status).toBe(200);
  });

  test("there are twenty of an account at most", async () => {
    const { shop, ann } = await annWithPasskey(engine);
    for (let count = 1; count < 20; count += 1) {
      const last = count === 19 ? await newOptions(ann) : undefined;
      await add(ann);
      if (!last) continue;
      expect(codeOf(await ann.post(added, { credential: new SoftwareAuthenticator().create(last) }))).toEqual([
        409,
        "limit_reached",
      ]);
    }
    expect(codeOf(await ann.post(fresh))).toEqual([409, "limit_reached"]);
    expect((await shop.shop.db.selectFrom("passkey").select("id").execute()).length).toBe(20);
  });

  test("of the three hundred challenges of a network in a quarter of an hour, the next is refused", async () => {
    const { shop } = await annWithPasskey(engine);
    const { db, now } = shop.shop;
    const tries = await shop.browser().post(challengePath);
    const [row] = await db.selectFrom("counted_try").selectAll().where("kind", "=", "passkey-challenge").execute();
    expect([tries.status, row !== undefined]).toEqual([200, true]);
    if (!row) return;
    const rows = Array.from({ length: 299 }, (_, at) => ({ ...row, id: `try-${at}`, at: now() }));
    await db.insertInto("counted_try").values(rows).execute();
    expect(codeOf(await shop.browser().post(challengePath))).toEqual([429, "too_many_tries"]);
  });
});
