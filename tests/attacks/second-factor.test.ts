import { describe, expect, test } from "vitest";
import { seal, unseal } from "../../server/identity/factors/sealed.ts";
import { base32, codeOf, stepAt } from "../../server/identity/factors/totp-code.ts";
import { password, sentEmail, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { Engine, TestShop } from "../support/shop.ts";

const [setup, confirm, off, codesPath, step] = [
  "/identity/authenticator/",
  "/identity/authenticator/code/",
  "/identity/authenticator/off/",
  "/identity/recovery-codes/",
  "/identity/second-step/",
] as const;
const dashboard = "/storefront/dashboard/";
const settings = "/storefront/dashboard/settings/";

/** Reads RFC 4648, as an app does. */
function bytesOf(text: string): Buffer {
  const bits = [...text].map((sign) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

type App = { secret: Buffer; codes: string[] };

/** Sets up an app in the settings, without scripts. This uses the app's first code. */
async function setUp(shop: TestShop, browser: TestBrowser): Promise<App> {
  expect((await browser.form(setup, {})).headers.get("location")).toBe(setup);
  const page = (await browser.get(setup)).text;
  const secret = bytesOf((/<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? "").replaceAll(" ", ""));
  const done = await browser.form(confirm, { code: codeOf(secret, stepAt(shop.shop.now())) });
  expect(done.status).toBe(200);
  shop.pass(30_000);
  return { secret, codes: [...done.text.matchAll(/<code>([A-Z2-7-]{19})<\/code>/g)].map(([, code = ""]) => code) };
}

/** The length of a code's period; ms. */
const period = 30_000;
const now = ({ secret }: App, shop: TestShop, ahead = 0) => codeOf(secret, stepAt(shop.shop.now()) + ahead);
const firstStep = async (browser: TestBrowser, secret = password) => {
  await browser.get("/identity/signin/");
  return await browser.form("/identity/signin/", { email: "ann@example.com", password: secret, next: dashboard });
};
const isSignedIn = async (browser: TestBrowser) => (await browser.get(settings)).status === 200;
const second = (browser: TestBrowser, code: string) => browser.form(step, { code, next: dashboard });

async function annWithApp(engine: Engine): Promise<{ shop: TestShop; ann: TestBrowser; app: App }> {
  const shop = await shopWithCustomer({ engine });
  const ann = shop.browser();
  await signIn(ann);
  return { shop, ann, app: await setUp(shop, ann) };
}

test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])("the code at %i seconds is %s (RFC 6238, appendix B)", (seconds, code) => {
  expect(codeOf(Buffer.from("12345678901234567890"), stepAt(seconds * 1000), 8)).toBe(code);
});

test("a secret is written as apps read it (RFC 4648)", () => {
  expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
});

test("a sealed text opens with any of the shop's secrets, for its purpose alone, and not when it was changed", () => {
  const sealed = seal("old-secret", "totp:customer:ann", "text");
  expect(unseal("new-secret,old-secret", "totp:customer:ann", sealed)).toBe("text");
  expect(unseal("new-secret", "totp:customer:ann", sealed)).toBeUndefined();
  expect(unseal("old-secret", "totp:customer:eve", sealed)).toBeUndefined();
  const [nonce = "", tag = "", bytes = ""] = sealed.split(".");
  const changed = Buffer.from(bytes, "base64url").map((byte) => byte ^ 1);
  const others = [nonce, tag, Buffer.from(changed).toString("base64url")].join(".");
  expect(unseal("old-secret", "totp:customer:ann", others)).toBeUndefined();
});

describe.each(proofEngines)("with an authenticator app, on %s,", (engine) => {
  test("a password alone signs nobody in: the code of the app is asked for, and each counts once", async () => {
    const { shop, app } = await annWithApp(engine);
    const thief = shop.browser();

    const first = await firstStep(thief);

    expect([first.status, first.headers.get("location")]).toEqual([303, `${step}?next=${encodeURIComponent(dashboard)}`]);
    expect([thief.jar.has("user_id"), await isSignedIn(thief)]).toEqual([false, false]);
    const code = now(app, shop);
    const entered = await second(thief, code);
    expect([entered.status, entered.headers.get("location"), await isSignedIn(thief)]).toEqual([303, dashboard, true]);

    const other = shop.browser();
    await firstStep(other);
    const replayed = await second(other, code);
    expect([replayed.status, replayed.text.includes("was used before"), await isSignedIn(other)]).toEqual([422, true, false]);
    expect((await second(other, now(app, shop, -1))).status).toBe(422);
    expect((await second(other, now(app, shop, 1))).status).toBe(303);
  });

  test("with scripts the token is answered, and its exchange asks for the second step", async () => {
    const { shop, app } = await annWithApp(engine);
    const browser = shop.browser();
    const { body } = await browser.post("/identity/signin/", { email: "ann@example.com", password });
    const { token } = (body as { data: { token: string } }).data;

    const verified = await browser.post("/identity/verify_token/", { token, favorites: ["p-1"] });

    expect([verified.status, (verified.body as { code: string }).code]).toEqual([401, "second_factor"]);
    expect((await browser.post("/identity/verify_token/", { token })).status).toBe(401);
    expect((await second(browser, now(app, shop))).status).toBe(303);
    expect(await shop.shop.db.selectFrom("favourite").select("product_id").execute()).toEqual([{ product_id: "p-1" }]);
  });

  test("codes of two periods ago, or ahead, count no more than any other", async () => {
    const { shop, app } = await annWithApp(engine);
    const browser = shop.browser();
    await firstStep(browser);
    // A new period begins, so that all codes belong to known periods even on a slow machine. All of
    // them are later than the code that set up the app.
    shop.pass(4 * period - (shop.shop.now() % period));
    for (const ahead of [-2, 2, 3]) expect((await second(browser, now(app, shop, ahead))).status).toBe(422);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("the sign-in that waits is this browser's, for ten minutes and five guesses", async () => {
    const { shop, app } = await annWithApp(engine);
    const [browser, other] = [shop.browser(), shop.browser()];
    await firstStep(browser);
    await other.token();
    expect((await second(other, now(app, shop))).status).toBe(401);

    for (let times = 0; times < 5; times += 1) expect((await second(browser, "000000")).status).toBe(422);
    expect((await second(browser, now(app, shop))).status).toBe(401);

    await firstStep(other);
    shop.pass(10 * 60_000);
    expect((await second(other, now(app, shop))).status).toBe(401);
  });

  test("guesses in many sign-ins are ten in a quarter of an hour, however they are asked", async () => {
    const { shop, app } = await annWithApp(engine);
    const statuses: number[] = [];
    for (let sign = 0; sign < 3; sign += 1) {
      const thief = shop.browser();
      await firstStep(thief);
      for (let times = 0; times < 4; times += 1) statuses.push((await second(thief, "000000")).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
    const ann = shop.browser();
    await firstStep(ann);
    expect((await second(ann, now(app, shop))).status).toBe(429);
    shop.pass(15 * 60_000);
    await firstStep(ann);
    expect((await second(ann, now(app, shop))).status).toBe(303);
  });

  test("of ten requests at once with one code, one signs in", async () => {
    const { shop, app } = await annWithApp(engine);
    const browsers = Array.from({ length: 4 }, () => shop.browser());
    for (const browser of browsers) await firstStep(browser);
    const code = now(app, shop);

    const answers = await Promise.all(browsers.map((browser) => second(browser, code)));

    expect(answers.filter(({ status }) => status === 303).length).toBe(1);
  });

  test("a recovery code signs in once, in whatever case, and is told by mail", async () => {
    const { shop, app } = await annWithApp(engine);
    expect(app.codes.length).toBe(10);
    const [browser, other] = [shop.browser(), shop.browser()];
    const code = (app.codes[0] ?? "").toLowerCase().replaceAll("-", " ");
    await firstStep(browser);
    expect((await second(browser, code)).status).toBe(303);

    await firstStep(other);
    expect((await second(other, code)).status).toBe(422);
    expect((await sentEmail(shop, "Ann@example.com", "A recovery code was used")).text).toContain("recovery code");
    const stored = JSON.stringify(await shop.shop.db.selectFrom("recovery_code").selectAll().execute());
    expect(app.codes.filter((each) => stored.includes(each))).toEqual([]);
  });

  test("new recovery codes end the earlier ones", async () => {
    const { shop, ann, app } = await annWithApp(engine);
    const renewed = await ann.post(codesPath);
    const { codes } = (renewed.body as { data: { codes: string[] } }).data;
    const browser = shop.browser();
    await firstStep(browser);
    expect((await second(browser, app.codes[1] ?? "")).status).toBe(422);
    expect((await second(browser, codes[0] ?? "")).status).toBe(303);
  });

  test("a new password, set by a mailed link, does not remove it, and ends sign-ins that wait", async () => {
    const { shop, app } = await annWithApp(engine);
    const [thief, ann] = [shop.browser(), shop.browser()];
    await firstStep(thief);
    shop.pass(1_000);
    await ann.post("/identity/reset/", { email: "ann@example.com" });
    const { link } = await sentEmail(shop, "Ann@example.com", "Reset your password");
    await ann.form("/identity/reset/", {
      token: new URL(link, shop.url).searchParams.get("token") ?? "",
      newPassword: "Blue-river-88",
    });

    expect((await second(thief, now(app, shop))).status).toBe(401);
    expect((await firstStep(ann, "Blue-river-88")).headers.get("location")).toContain(step);
  });

  test("whoever has a copy of the session turns it neither on nor off, nor reads its secret", async () => {
    const shop = await shopWithCustomer({ engine });
    const ann = shop.browser();
    await signIn(ann);
    await ann.form(setup, {});
    shop.pass(11 * 60_000);
    const asked = [
      await ann.post(setup),
      await ann.post(confirm, { code: "000000" }),
      await ann.delete(off),
      await ann.post(codesPath),
    ];
    expect(asked.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual(
      Array(4).fill([403, "reauthenticate"]),
    );
    expect((await ann.get(setup)).status).toBe(303);
  });

  test("it is off until a code of it was given, and the secret is stored sealed", async () => {
    const shop = await shopWithCustomer({ engine });
    const ann = shop.browser();
    await signIn(ann);
    await ann.form(setup, {});
    const page = (await ann.get(setup)).text;
    const secret = bytesOf((/<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? "").replaceAll(" ", ""));
    expect((await ann.form(confirm, { code: "12345" })).status).toBe(422);
    const row = await shop.shop.db.selectFrom("totp").selectAll().executeTakeFirstOrThrow();
    expect([row.confirmed_at, row.secret.includes(secret.toString("base64url"))]).toEqual([null, false]);
    await signIn(shop.browser());
  });

  test("turned off, signing in is one step again, and the mail says so", async () => {
    const { shop, ann } = await annWithApp(engine);
    expect((await ann.form(off, { _method: "DELETE" })).headers.get("location")).toBe(`${settings}?notice=totp-off`);
    await signIn(shop.browser());
    expect((await sentEmail(shop, "Ann@example.com", "Your authenticator app was turned off")).text).toContain("no longer asks");
    expect(await shop.shop.db.selectFrom("recovery_code").selectAll().execute()).toEqual([]);
  });
});

const [proof, disable] = ["/identity/reauthenticate/", "/storefront/api/customers/disable"] as const;
const wrongCode = { data: { errors: [{ field: "code", message: "That code isn’t right, or was used before." }] } };

describe.each(proofEngines)("with a stolen session and the password of an account with an app, on %s,", (engine) => {
  test("nobody gives a proof without the code, which counts once, or a recovery code, whose use is mailed", async () => {
    const { shop, ann, app } = await annWithApp(engine);
    shop.pass(11 * 60_000);
    const asked = await ann.post(disable);
    expect([asked.status, asked.body]).toMatchObject([403, { code: "reauthenticate", data: { hasAuthenticator: true } }]);
    expect((await ann.get(proof)).text).toContain('name="code"');

    // The last code is three steps ahead, since the next step may begin meanwhile.
    for (const code of [undefined, "000000", now(app, shop, 3)])
      expect((await ann.post(proof, { password, ...(code && { code }) })).body).toEqual(wrongCode);
    const code = now(app, shop);
    // A wrong password uses up no code.
    expect((await ann.post(proof, { password: "Wrong-leaf-41", code })).body).toMatchObject({
      data: { errors: [{ field: "password" }] },
    });
    expect((await ann.post(disable)).status).toBe(403);
    const plain = await ann.form(proof, { password, code: "000000" });
    expect([plain.status, plain.text.includes("That code isn’t right")]).toEqual([422, true]);
    expect((await ann.post(proof, { password, code })).body).toEqual({ data: {} });
    shop.pass(11 * 60_000);
    expect((await ann.post(proof, { password, code })).body).toEqual(wrongCode);
    const [recovery = ""] = app.codes;
    expect((await ann.form(proof, { password, code: recovery })).status).toBe(303);
    expect(await sentEmail(shop, "Ann@example.com", "A recovery code")).toBeTruthy();
    expect((await ann.post(disable)).status).toBe(200);
  });

  test("guesses of the code are ten in a quarter of an hour, with those of the password", async () => {
    const { shop, ann, app } = await annWithApp(engine);
    shop.pass(11 * 60_000);
    for (let times = 0; times < 10; times += 1) expect((await ann.post(proof, { password, code: "000000" })).status).toBe(200);
    expect((await ann.post(proof, { password, code: now(app, shop) })).status).toBe(429);
  });
});
