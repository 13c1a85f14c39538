import { describe, expect, test } from "vitest";
import { proofEngines } from "../support/long-form.ts";

import { addCustomer, password, sentEmails, shopWithCustomer, signIn } from "./customer-fixture.ts";

const next = "New-leaf-77";
const change = (currentPassword: string, newPassword: string) => ({ currentPassword, newPassword });

describe.each(proofEngines)("a password on %s", (engine) => {
  test("is changed by who knows it, signs out every device and is told by mail (requirement 229)", async () => {
    const shop = await shopWithCustomer({ engine });
    const [customer, other] = [shop.browser(), shop.browser()];
    await signIn(customer);
    await signIn(other);

    const changed = await customer.post("/identity/password/", change(password, next));

    expect([changed.status, changed.body]).toEqual([200, { data: {} }]);
    expect(customer.jar.has("user_id")).toBe(false);
    expect((await customer.get("/identity/signin/")).text).toContain("Password changed successfully.");
    expect((await other.get("/storefront/api/customers/wishlist/any")).status).toBe(401);
    await signIn(other, "ann@example.com", next);
    expect((await shop.browser().form("/identity/signin/", { email: "ann@example.com", password })).status).toBe(401);
    expect((await sentEmails(shop)).map(({ to, subject }) => [to, subject]).sort()).toEqual([
      // The other browser's sign-ins sent these: it was new, and the password change made all
      // browsers unknown.
      ["Ann@example.com", "New sign-in to your account at Leaf & Vessel"],
      ["Ann@example.com", "New sign-in to your account at Leaf & Vessel"],
      ["Ann@example.com", "Your password was changed at Leaf & Vessel"],
    ]);
  });

  test("is chosen anew by a mailed link, once, within an hour", async () => {
    const shop = await shopWithCustomer({ engine });
    const [customer, device] = [shop.browser(), shop.browser()];
    await signIn(device);
    await customer.post("/identity/reset/", { email: "ANN@example.com" });
    const [{ link, to } = { link: "", to: "" }] = await sentEmails(shop);
    expect(to).toBe("Ann@example.com");
    const page = await customer.get(link);
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    const token = new URL(link, shop.url).searchParams.get("token") ?? "";

    const set = await customer.form("/identity/reset/", { token, newPassword: next });
    expect([set.status, set.headers.get("location")]).toEqual([303, "/identity/signin/"]);

    expect((await customer.get("/identity/signin/")).text).toContain("Password changed successfully.");
    expect((await customer.get("/identity/signin/")).text).not.toContain("notice--success");

    expect((await device.get("/storefront/api/customers/wishlist/any")).status).toBe(401);
    await signIn(customer, "ann@example.com", next);
    const again = await customer.post("/identity/reset/", { token, newPassword: "Other-leaf-1" });
    expect(again.status).toBe(409);
    expect((await customer.get(link)).text).toContain("This link was already used");
  });
});

test.each(proofEngines)("who was shut out by wrong passwords signs in with one that a mailed link set, on %s", async (engine) => {
  const shop = await shopWithCustomer({ engine });
  const customer = shop.browser();
  const tryWrong = () => customer.form("/identity/signin/", { email: "ann@example.com", password: "Wrong-leaf-1" });
  for (let times = 0; times < 10; times += 1) await tryWrong();
  expect((await tryWrong()).status).toBe(403);
  await customer.post("/identity/reset/", { email: "ann@example.com" });
  const [{ link } = { link: "" }] = await sentEmails(shop);

  await customer.form("/identity/reset/", { token: new URL(link, shop.url).searchParams.get("token") ?? "", newPassword: next });

  await signIn(customer, "ann@example.com", next);
});

test.each([
  [change("", ""), "both passwords are required", "password_refused", 221],
  [change(password, ""), "new password is missing", "password_refused", 223],
  [change("", next), "current password is missing", "password_refused", 224],
  [change(password, password.toUpperCase()), "new password cannot be the same as the current", "password_refused", 222],
  [change("Wrong-leaf-1", next), "The current password is incorrect.", "wrong_password", 225],
  [change(password, "weak"), "The new password is too weak.", "password_refused", 227],
])("a change that cannot be is refused in the specified words: %o → %s, %s (requirement %i)", async (body, error, code) => {
  const shop = await shopWithCustomer();
  const customer = shop.browser();
  await signIn(customer);

  const answer = await customer.post("/identity/password/", body);

  expect([answer.status, answer.body]).toEqual([409, { error, code }]);
  await signIn(shop.browser());
});

test("whether a mail is known is told by no answer to a reset", async () => {
  const shop = await shopWithCustomer();
  await addCustomer(shop, "gone", { disabled_at: 1 });
  const customer = shop.browser();

  const answers = [];
  for (const email of ["ann@example.com", "nobody@example.com", "gone@example.com"]) {
    const { status, text } = await customer.post("/identity/reset/", { email });
    answers.push([status, text]);
  }

  expect(answers).toEqual(Array(3).fill([200, '{"data":{}}']));
  expect((await sentEmails(shop)).map(({ to }) => to)).toEqual(["Ann@example.com"]);
});

test("the fourth email to one address within an hour takes work, to one that nobody has as well", async () => {
  const shop = await shopWithCustomer();
  const customer = shop.browser();
  for (const email of ["ann@example.com", "nobody@example.com"]) {
    for (let times = 0; times < 3; times += 1) expect((await customer.post("/identity/reset/", { email })).status).toBe(200);
    const refused = await customer.post("/identity/reset/", { email });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: "work_required", data: { challenge: expect.anything() } },
    ]);
  }
});

test.each(proofEngines)("emails asked for all at once are three at most, on %s", async (engine) => {
  const shop = await shopWithCustomer({ engine });
  const browser = shop.browser();
  await browser.token();

  const answers = await Promise.all(
    Array.from({ length: 12 }, () => browser.post("/identity/reset/", { email: "ann@example.com" })),
  );

  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(3);
  expect(answers.every(({ status }) => status === 200 || status === 403)).toBe(true);
  expect((await sentEmails(shop)).length).toBeLessThanOrEqual(3);
});

test("an email that was under way while the address changed opens nothing", async () => {
  const shop = await shopWithCustomer();
  const customer = shop.browser();
  await customer.post("/identity/reset/", { email: "ann@example.com" });
  const [{ link } = { link: "" }] = await sentEmails(shop);
  await shop.shop.db.updateTable("customer").set({ email: "new@example.com", email_norm: "new@example.com" }).execute();
  const token = new URL(link, shop.url).searchParams.get("token") ?? "";

  expect((await customer.post("/identity/reset/", { token, newPassword: next })).status).toBe(409);
});

test("a link that is older than an hour is worth nothing, and opening one uses nothing up", async () => {
  const shop = await shopWithCustomer();
  const customer = shop.browser();
  await customer.post("/identity/reset/", { email: "ann@example.com" });
  const [{ link } = { link: "" }] = await sentEmails(shop);
  for (let times = 0; times < 3; times += 1) expect((await customer.get(link)).text).toContain('name="newPassword"');

  shop.pass(3_600_001);

  expect((await customer.get(link)).text).toContain("is more than an hour old");
  const token = new URL(link, shop.url).searchParams.get("token") ?? "";
  expect((await customer.post("/identity/reset/", { token, newPassword: next })).status).toBe(409);
});
