import { describe, expect, test } from "vitest";
import { createOneTimeToken } from "../../server/customers/one-time-tokens.ts";
import { pageOf } from "../checkout/shopper.ts";
import { addCustomer, password, sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, type TestShop } from "../support/shop.ts";

const profile = "/storefront/dashboard/profile/";
const change = (browser: TestBrowser, value: string) => browser.put("/storefront/api/customers/email", { value });
const letterTo = async (shop: TestShop, address: string, title: string) =>
  (await sentEmails(shop)).find(({ to, subject }) => to === address && subject.startsWith(title));

async function annIn(shop: TestShop): Promise<TestBrowser> {
  const ann = shop.browser();
  await signIn(ann);
  return ann;
}

const tokenOf = (link: string) => new URL(link, "http://shop.test").searchParams.get("token") ?? "";
const confirm = (browser: TestBrowser, token: string) => browser.form("/identity/confirm/", { token });
const emailsOf = (shop: TestShop) =>
  shop.shop.db
    .selectFrom("customer")
    .select(["email", "email_norm", "email_verified", "pending_email"])
    .where("id", "=", "ann")
    .executeTakeFirstOrThrow();
const canSignIn = async (shop: TestShop, email: string) =>
  (await shop.browser().post("/identity/signin/", { email, password })).status === 200;

describe.each(engines)("a change of the address on %s", (engine) => {
  test("waits for the link to the new one, tells the old one, and ends the sessions twice (decisions §5)", async () => {
    const shop = await shopWithCustomer({ engine });
    const [ann, phone] = [await annIn(shop), await annIn(shop)];

    const answer = await change(ann, " New@example.com ");
    expect(answer.body).toEqual({ data: { field: "email", value: "New@example.com", shown: "New@example.com" } });
    expect([ann.jar.has("user_id"), (await phone.get(profile)).status]).toEqual([false, 303]);
    expect(await emailsOf(shop)).toMatchObject({ email: "Ann@example.com", pending_email: "New@example.com" });
    expect([await canSignIn(shop, "ann@example.com"), await canSignIn(shop, "new@example.com")]).toEqual([true, false]);
    expect((await letterTo(shop, "Ann@example.com", "A new address"))?.text).toContain("New@example.com");

    const link = (await letterTo(shop, "New@example.com", "Your new address"))?.link ?? "";
    for (const device of [ann, phone]) await signIn(device);
    expect((await phone.get(profile)).text).toContain("Please confirm New@example.com");
    for (const _ of [1, 2]) expect((await ann.get(link)).text).toContain("Confirm</button>");
    expect((await emailsOf(shop)).email).toBe("Ann@example.com");
    const confirmed = await confirm(ann, tokenOf(link));

    expect(confirmed.text).toContain("New@example.com is confirmed.");
    expect(await emailsOf(shop)).toEqual({
      email: "New@example.com",
      email_norm: "new@example.com",
      email_verified: 1,
      pending_email: null,
    });
    expect([ann.jar.has("user_id"), (await phone.get(profile)).status]).toEqual([false, 303]);
    expect([await canSignIn(shop, "ann@example.com"), await canSignIn(shop, "new@example.com")]).toEqual([false, true]);
    expect((await confirm(ann, tokenOf(link))).status).toBe(409);
    expect((await letterTo(shop, "Ann@example.com", "Your address was changed"))?.text).toContain("New@example.com");
  });

  test("of an address that somebody has answers alike, and only that person hears of it", async () => {
    const shop = await shopWithCustomer({ engine });
    await addCustomer(shop, "bea");
    const ann = await annIn(shop);
    const free = await change(ann, "free@example.com");
    await signIn(ann);
    const taken = await change(ann, "bea@example.com");

    expect([taken.status, Object.keys(taken.body)]).toEqual([free.status, Object.keys(free.body)]);
    const letter = await letterTo(shop, "bea@example.com", "Your address");
    expect(letter?.text).toContain("It is your account's already");
    expect(letter?.text).not.toContain("token=");
    await signIn(ann);
    expect((await ann.get(profile)).text).toContain("Please confirm bea@example.com");
  });

  test("of an address that somebody took meanwhile changes nothing", async () => {
    const shop = await shopWithCustomer({ engine });
    const ann = await annIn(shop);
    await change(ann, "soon@example.com");
    const link = (await letterTo(shop, "soon@example.com", "Your new address"))?.link ?? "";
    await addCustomer(shop, "soon");

    const refused = await confirm(ann, tokenOf(link));

    expect([refused.status, refused.text.includes("another account has this address")]).toEqual([409, true]);
    expect((await emailsOf(shop)).email).toBe("Ann@example.com");
  });

  test("of two links that are followed at once for one address, one counts", async () => {
    const shop = await shopWithCustomer({ engine });
    await addCustomer(shop, "bea");
    const [ann, bea] = [await annIn(shop), shop.browser()];
    await signIn(bea, "bea@example.com");
    const links = async () =>
      (await sentEmails(shop)).filter(({ subject }) => subject.startsWith("Your new address")).map(({ link }) => tokenOf(link));
    await change(ann, "wanted@example.com");
    const [first = ""] = await links();
    await change(bea, "Wanted@example.com");
    const second = (await links()).find((token) => token !== first) ?? "";

    const answers = await Promise.all([confirm(ann, first), confirm(bea, second)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("the link to a new address", () => {
  async function asked() {
    const shop = await shopWithCustomer();
    const ann = await annIn(shop);
    await change(ann, "new@example.com");
    const link = (await letterTo(shop, "new@example.com", "Your new address"))?.link ?? "";
    return { shop, ann, token: tokenOf(link) };
  }

  test("counts in the browser that asked for it, or from who is signed in, and from nobody else", async () => {
    const { shop, ann, token } = await asked();
    await addCustomer(shop, "bea");
    const [stranger, bea] = [shop.browser(), shop.browser()];
    await signIn(bea, "bea@example.com");
    for (const other of [stranger, bea]) {
      expect((await other.get(`/identity/confirm/?token=${token}`)).text).toContain("Please sign in first");
      expect((await confirm(other, token)).status).toBe(401);
    }
    expect((await emailsOf(shop)).email).toBe("Ann@example.com");
    expect((await confirm(ann, token)).status).toBe(200);
  });

  test("is good for a day", async () => {
    const { shop, ann, token } = await asked();
    shop.pass(24 * 3_600_000 + 1);
    expect((await confirm(shop.browser(), token)).status).toBe(409);
    await signIn(ann);
    expect((await ann.get(profile)).text).not.toContain("Please confirm");
  });

  test("is worth nothing once another address was asked for", async () => {
    const { shop, ann, token } = await asked();
    await signIn(ann);
    await change(ann, "newer@example.com");
    expect((await confirm(shop.browser(), token)).status).toBe(409);
    expect((await emailsOf(shop)).pending_email).toBe("newer@example.com");
  });

  test("is worth nothing when it names another address than the one that is waited for", async () => {
    const { shop, ann } = await asked();
    await signIn(ann);
    const older = { kind: "change-email", subject: "ann", payload: { email: "older@example.com" }, lifetime: 1000 } as const;
    const token = await createOneTimeToken(shop.shop.db, older, shop.shop.now());
    expect((await confirm(ann, token)).status).toBe(409);
    expect((await emailsOf(shop)).email).toBe("Ann@example.com");
  });

  test("is worth nothing once the holder set a new password", async () => {
    const { shop, ann, token } = await asked();
    await ann.post("/identity/reset/", { email: "ann@example.com" });
    const reset = (await letterTo(shop, "Ann@example.com", "A new password"))?.link ?? "";
    const set = await ann.post("/identity/reset/", { token: tokenOf(reset), newPassword: "Another-leaf-43" });

    expect(set.status).toBe(200);
    expect((await confirm(shop.browser(), token)).status).toBe(409);
    expect((await emailsOf(shop)).pending_email).toBeNull();
  });

  test("is in no log", async () => {
    const { shop, token } = await asked();
    await shop.browser().get(`/identity/confirm/?token=${token}`);
    expect(shop.log.join("\n")).not.toContain(token);
  });

  test("can be asked for three times an hour", async () => {
    const { shop, ann } = await asked();
    const asking = async () => {
      await signIn(ann);
      return await change(ann, "again@example.com");
    };
    expect([(await asking()).status, (await asking()).status]).toEqual([200, 200]);
    const refused = await asking();
    expect([refused.status, Number(refused.headers.get("retry-after")) > 3000]).toEqual([429, true]);
    expect((await emailsOf(shop)).pending_email).toBe("again@example.com");
  });
});

test("without scripts the page that follows says what to do (acceptance 198)", async () => {
  const shop = await shopWithCustomer();
  const ann = await annIn(shop);

  const { status, headers } = await ann.form("/storefront/api/customers/email", { _method: "PUT", value: "new@example.com" });
  expect(status).toBe(303);
  const next = await ann.get(headers.get("location") ?? "");

  expect(pageOf(next).querySelector("h1")?.textContent).toBe("Look into your mailbox");
  expect(next.text).toContain('href="/identity/signin/"');
});
