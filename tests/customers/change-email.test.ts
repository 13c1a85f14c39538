import { describe, expect, test } from "vitest";
import { createOneTimeToken } from "../../server/customers/one-time-tokens.ts";
import { pageOf } from "../checkout/shopper.ts";
import { addCustomer, password, sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, type TestShop } from "../support/shop.ts";

const profile = "/storefront/dashboard/profile/";
const change = (browser: TestBrowser, value: string) => browser.put("/storefront/api/customers/email", { value });
const emailTo = async (shop: TestShop, address: string, title: string) =>
  (await sentEmails(shop)).find(({ to, subject }) => to === address && subject.startsWith(title));

async function signInCustomer(shop: TestShop): Promise<TestBrowser> {
  const customer = shop.browser();
  await signIn(customer);
  return customer;
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
  test("waits for the link to the new one, tells the old one, and ends the sessions twice", async () => {
    const shop = await shopWithCustomer({ engine });
    const [customer, phone] = [await signInCustomer(shop), await signInCustomer(shop)];

    const answer = await change(customer, " New@example.com ");
    expect(answer.body).toEqual({ data: { field: "email", value: "New@example.com", shown: "New@example.com" } });
    expect((await customer.get("/identity/signin/")).text).toContain("Confirm your new email address with the link");
    expect((await customer.get("/identity/signin/")).text).not.toContain("Confirm your new email address");
    expect([customer.jar.has("user_id"), (await phone.get(profile)).status]).toEqual([false, 303]);
    expect(await emailsOf(shop)).toMatchObject({ email: "Ann@example.com", pending_email: "New@example.com" });
    expect([await canSignIn(shop, "ann@example.com"), await canSignIn(shop, "new@example.com")]).toEqual([true, false]);
    expect((await emailTo(shop, "Ann@example.com", "Your email address is changing"))?.text).toContain("New@example.com");

    const link = (await emailTo(shop, "New@example.com", "Confirm your new email address"))?.link ?? "";
    for (const device of [customer, phone]) await signIn(device);
    expect((await phone.get(profile)).text).toContain("Please confirm New@example.com");
    for (const _ of [1, 2]) expect((await customer.get(link)).text).toContain("Confirm</button>");
    expect((await emailsOf(shop)).email).toBe("Ann@example.com");
    const confirmed = await confirm(customer, tokenOf(link));

    expect(confirmed.text).toContain("New@example.com is confirmed.");
    expect(await emailsOf(shop)).toEqual({
      email: "New@example.com",
      email_norm: "new@example.com",
      email_verified: 1,
      pending_email: null,
    });
    expect([customer.jar.has("user_id"), (await phone.get(profile)).status]).toEqual([false, 303]);
    expect([await canSignIn(shop, "ann@example.com"), await canSignIn(shop, "new@example.com")]).toEqual([false, true]);
    expect((await confirm(customer, tokenOf(link))).status).toBe(409);
    expect((await emailTo(shop, "Ann@example.com", "Your email address was changed"))?.text).toContain("New@example.com");
  });

  test("of an address that somebody has answers alike, and only that person hears of it", async () => {
    const shop = await shopWithCustomer({ engine });
    await addCustomer(shop, "bea");
    const customer = await signInCustomer(shop);
    const free = await change(customer, "free@example.com");
    await signIn(customer);
    const taken = await change(customer, "bea@example.com");

    expect([taken.status, Object.keys(taken.body)]).toEqual([free.status, Object.keys(free.body)]);
    const email = await emailTo(shop, "bea@example.com", "Someone entered your email address");
    expect(email?.text).toContain("Your account already uses it");
    expect(email?.text).not.toContain("token=");
    await signIn(customer);
    expect((await customer.get(profile)).text).toContain("Please confirm bea@example.com");
  });

  test("of an address that somebody took meanwhile changes nothing", async () => {
    const shop = await shopWithCustomer({ engine });
    const customer = await signInCustomer(shop);
    await change(customer, "soon@example.com");
    const link = (await emailTo(shop, "soon@example.com", "Confirm your new email address"))?.link ?? "";
    await addCustomer(shop, "soon");

    const refused = await confirm(customer, tokenOf(link));

    expect([refused.status, refused.text.includes("Another account uses this address")]).toEqual([409, true]);
    expect((await emailsOf(shop)).email).toBe("Ann@example.com");
  });

  test("of two links that are followed at once for one address, one counts", async () => {
    const shop = await shopWithCustomer({ engine });
    await addCustomer(shop, "bea");
    const [customer, otherCustomer] = [await signInCustomer(shop), shop.browser()];
    await signIn(otherCustomer, "bea@example.com");
    const links = async () =>
      (await sentEmails(shop))
        .filter(({ subject }) => subject.startsWith("Confirm your new email address"))
        .map(({ link }) => tokenOf(link));
    await change(customer, "wanted@example.com");
    const [first = ""] = await links();
    await change(otherCustomer, "Wanted@example.com");
    const second = (await links()).find((token) => token !== first) ?? "";

    const answers = await Promise.all([confirm(customer, first), confirm(otherCustomer, second)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("the link to a new address", () => {
  async function requestChange() {
    const shop = await shopWithCustomer();
    const customer = await signInCustomer(shop);
    await change(customer, "new@example.com");
    const link = (await emailTo(shop, "new@example.com", "Confirm your new email address"))?.link ?? "";
    return { shop, customer, token: tokenOf(link) };
  }

  test("counts in the browser that asked for it, or from who is signed in, and from nobody else", async () => {
    const { shop, customer, token } = await requestChange();
    await addCustomer(shop, "bea");
    const [stranger, otherCustomer] = [shop.browser(), shop.browser()];
    await signIn(otherCustomer, "bea@example.com");
    for (const other of [stranger, otherCustomer]) {
      expect((await other.get(`/identity/confirm/?token=${token}`)).text).toContain("Please sign in with your current");
      expect((await confirm(other, token)).status).toBe(401);
    }
    expect((await emailsOf(shop)).email).toBe("Ann@example.com");
    expect((await confirm(customer, token)).status).toBe(200);
  });

  test("is good for a day", async () => {
    const { shop, customer, token } = await requestChange();
    shop.pass(24 * 3_600_000 + 1);
    expect((await confirm(shop.browser(), token)).status).toBe(409);
    await signIn(customer);
    expect((await customer.get(profile)).text).not.toContain("Please confirm");
  });

  test("is worth nothing once another address was asked for", async () => {
    const { shop, customer, token } = await requestChange();
    await signIn(customer);
    await change(customer, "newer@example.com");
    expect((await confirm(shop.browser(), token)).status).toBe(409);
    expect((await emailsOf(shop)).pending_email).toBe("newer@example.com");
  });

  test("is worth nothing when it names another address than the one that is waited for", async () => {
    const { shop, customer } = await requestChange();
    await signIn(customer);
    const older = { kind: "change-email", subject: "ann", payload: { email: "older@example.com" }, lifetime: 1000 } as const;
    const token = await createOneTimeToken(shop.shop.db, older, shop.shop.now());
    expect((await confirm(customer, token)).status).toBe(409);
    expect((await emailsOf(shop)).email).toBe("Ann@example.com");
  });

  test("is worth nothing once the holder set a new password", async () => {
    const { shop, customer, token } = await requestChange();
    await customer.post("/identity/reset/", { email: "ann@example.com" });
    const reset = (await emailTo(shop, "Ann@example.com", "Reset your password"))?.link ?? "";
    const set = await customer.post("/identity/reset/", { token: tokenOf(reset), newPassword: "Another-leaf-43" });

    expect(set.status).toBe(200);
    expect((await confirm(shop.browser(), token)).status).toBe(409);
    expect((await emailsOf(shop)).pending_email).toBeNull();
  });

  test("is in no log", async () => {
    const { shop, token } = await requestChange();
    await shop.browser().get(`/identity/confirm/?token=${token}`);
    expect(shop.log.join("\n")).not.toContain(token);
  });

  test("can be asked for three times an hour", async () => {
    const { shop, customer } = await requestChange();
    const asking = async () => {
      await signIn(customer);
      return await change(customer, "again@example.com");
    };
    expect([(await asking()).status, (await asking()).status]).toEqual([200, 200]);
    const refused = await asking();
    expect([refused.status, Number(refused.headers.get("retry-after")) > 3000]).toEqual([429, true]);
    expect((await emailsOf(shop)).pending_email).toBe("again@example.com");
  });
});

test("without scripts the page that follows says what to do (requirement 198)", async () => {
  const shop = await shopWithCustomer();
  const customer = await signInCustomer(shop);

  const { status, headers } = await customer.form("/storefront/api/customers/email", {
    _method: "PUT",
    value: "new@example.com",
  });
  expect(status).toBe(303);
  const next = await customer.get(headers.get("location") ?? "");

  expect(pageOf(next).querySelector("h1")?.textContent).toBe("Check your email");
  expect(next.text).toContain('href="/identity/signin/"');
});
