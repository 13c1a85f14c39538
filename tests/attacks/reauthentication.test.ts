import { describe, expect, test } from "vitest";
import { sessionsPath } from "../../server/customers/paths.ts";
import { password, sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { Engine, TestShop } from "../support/shop.ts";

const [email, disable, device] = [
  "/storefront/api/customers/email",
  "/storefront/api/customers/disable",
  "/storefront/api/customers/session",
] as const;
const page = "/identity/reauthenticate/";
const minutes = 60_000;
const unproven = {
  error: "Please confirm it’s you to continue.",
  code: "reauthenticate",
  data: { hasPassword: true, hasPasskey: false, hasAuthenticator: false },
};

/** Ann signed in eleven minutes ago, and a thief has a copy of her cookies. */
async function stolenSession(engine: Engine): Promise<{ shop: TestShop; ann: TestBrowser; thief: TestBrowser }> {
  const shop = await shopWithCustomer({ engine });
  const [ann, thief] = [shop.browser(), shop.browser()];
  await signIn(ann);
  for (const [name, value] of ann.jar) thief.jar.set(name, value);
  shop.pass(11 * minutes);
  return { shop, ann, thief };
}

const account = ({ shop }: TestShop) =>
  shop.db.selectFrom("customer").select(["email", "pending_email", "disabled_at"]).executeTakeFirstOrThrow();
const untouched = { email: "Ann@example.com", pending_email: null, disabled_at: null };
const eventsOf = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("security_event").select("kind").orderBy("at").execute()).map(({ kind }) => kind);

describe.each(proofEngines)("with a stolen session, on %s,", (engine) => {
  test.each([
    ["changes the address", "PUT", email, { value: "thief@example.com" }],
    ["disables the account", "POST", disable, {}],
    ["signs a device out", "DELETE", device, { id: "0".repeat(32) }],
    ["signs everybody out", "DELETE", sessionsPath, {}],
  ] as const)("nobody %s ten minutes after the sign-in", async (_, method, path, body) => {
    const { shop, thief } = await stolenSession(engine);

    const refused = await thief.call(method, path, body);
    const native = await thief.form(path, { ...body, ...(method !== "POST" && { _method: method }) });

    expect([refused.status, refused.body]).toEqual([403, unproven]);
    expect([native.status, native.headers.get("location")]).toEqual([303, page]);
    expect([await account(shop), await sentEmails(shop)]).toEqual([untouched, []]);
    expect((await thief.get("/storefront/dashboard/settings/")).status).toBe(200);
  });

  test("a profile field that is not sensitive is saved", async () => {
    const { thief } = await stolenSession(engine);
    expect((await thief.put("/storefront/api/customers/phone", { value: "512 555 0100" })).status).toBe(200);
  });

  test("the owner's proof makes the change theirs, and the copy of the session is over", async () => {
    const { shop, ann, thief } = await stolenSession(engine);
    await thief.put(email, { value: "thief@example.com" });

    const proven = await ann.post(page, { password });

    expect([proven.status, proven.body]).toEqual([200, { data: {} }]);
    expect((await thief.get("/storefront/dashboard/settings/")).status).toBe(303);
    expect((await ann.put(email, { value: "new@example.com" })).status).toBe(200);
    expect(await account(shop)).toMatchObject({ pending_email: "new@example.com" });
    expect(await eventsOf(shop)).toContain("reauthenticated");
  });

  test("wrong passwords prove nothing, count with those of the sign-in, and are on the trail", async () => {
    const { shop, thief } = await stolenSession(engine);

    const wrong = await thief.post(page, { password: "Wrong-leaf-41" });
    for (let times = 1; times < 10; times += 1) await thief.post(page, { password: "Wrong-leaf-41" });
    const tooMany = await thief.post(page, { password });

    expect(wrong.body).toEqual({ data: { errors: [{ field: "password", message: "That’s not your password." }] } });
    expect([403, 429]).toContain(tooMany.status);
    expect((await thief.put(email, { value: "thief@example.com" })).body).toEqual(unproven);
    expect(await eventsOf(shop)).toContain("reauthentication-failed");
  });

  test("of two proofs at once one renews the session: there are never two of it", async () => {
    const { shop, ann, thief } = await stolenSession(engine);

    const answers = await Promise.all([ann, thief].map((browser) => browser.post(page, { password })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([401, 403])]);
    expect((await shop.shop.db.selectFrom("session").select("token_hash").execute()).length).toBe(1);
  });

  test("a proof of ten minutes ago is too old", async () => {
    const { shop, ann } = await stolenSession(engine);
    await ann.post(page, { password });
    shop.pass(10 * minutes);
    expect((await ann.post(disable)).status).toBe(403);
  });
});

const hiddenIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );

describe.each(proofEngines)("without scripts, on %s,", (engine) => {
  test("a page asks for the password and then sends the form again: nothing typed is lost", async () => {
    const { shop, ann } = await stolenSession(engine);
    const asked = await ann.form(email, { _method: "PUT", value: "New@example.com" });
    expect(asked.headers.get("location")).toBe(page);
    expect((await ann.get(page)).text).toContain('name="password"');

    const wrong = await ann.form(page, { password: "Wrong-leaf-41" });
    expect([wrong.status, wrong.text.includes("That’s not your password.")]).toEqual([422, true]);
    const right = await ann.form(page, { password });
    expect([right.status, right.headers.get("location")]).toEqual([303, page]);
    const again = await ann.get(page);
    expect(again.text).toContain(`action="${email}"`);
    expect(hiddenIn(again.text)).toMatchObject({ _method: "PUT", value: "New@example.com" });
    const sent = await ann.form(email, hiddenIn(again.text));

    expect(sent.headers.get("location")).toBe("/identity/confirm/?sent=email");
    expect(await account(shop)).toMatchObject({ pending_email: "New@example.com" });
    expect((await ann.get(page)).headers.get("location")).toContain("/identity/signin/");
  });

  test("another site's form is refused, and not kept to be sent later", async () => {
    const { ann } = await stolenSession(engine);

    const forged = await ann.form(email, { _method: "PUT", value: "thief@example.com", _csrf: "none" });

    expect(forged.status).toBe(403);
    await ann.form(page, { password });
    expect((await ann.get(page)).headers.get("location")).toBe("/storefront/dashboard/settings/");
  });
});
