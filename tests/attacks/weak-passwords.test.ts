import { describe, expect, test } from "vitest";
import { isGuessable } from "../../server/identity/guessable.ts";
import { isGoodPassword } from "../../server/identity/rules/password.ts";
import { botToken } from "../identity/bot.ts";
import { password, sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { proofEngines } from "../support/long-form.ts";

const words = "The new password is too weak.";
const person = { email: "ann.lee@example.com", firstName: "Ann", lastName: "Lee" };

const common = [
  "password1",
  "Password123!",
  "qwerty123",
  "P@ssw0rd1",
  "letmein1!",
  "iloveyou1",
  "1q2w3e4r5t",
  "12345678a!",
  "abcd1234!",
];
const close = [
  "Ann.Lee@example.com",
  "ann@example1!",
  "annlee1985",
  "Lee-Ann-1985",
  "eeL-nnA-1985",
  "@nn-L33-1985",
  "Example.com1",
];

test.each([...common, ...close])("%s, which the live rules let pass, is guessable", async (typed) => {
  expect(isGoodPassword(typed)).toBe(true);
  expect(await isGuessable(typed, person)).toBe(true);
});

test.each(["Green-leaf-42", "Blue-river-88", "Announce-9-tulips", "correct-horse-battery", "x7!Kq_vB2mWz"])(
  "%s is not",
  async (typed) => expect(await isGuessable(typed, person)).toBe(false),
);

test("only the beginning of a long one is judged, as the time grows faster than the length", async () => {
  expect(await isGuessable(`${"P@ssw0rd".repeat(5)}x7!Kq_vB2mWz-tulips`, person)).toBe(true);
});

describe.each(proofEngines)("a guessable password on %s", (engine) => {
  test.each(["Password123!", "Mary@example.com1"])("opens no account: %s", async (typed) => {
    const shop = await shopWithCustomer({ engine });
    const browser = shop.browser();
    const mary = { email: "mary@example.com", first_name: "Mary", last_name: "", password: typed };

    const withScripts = await browser.post("/identity/signup/", { ...mary, botToken: await botToken(browser) });
    const without = await browser.form("/identity/signup/", mary);

    expect(withScripts.body).toEqual({ data: { errors: [{ field: "password", message: words }] } });
    expect([without.status, without.text.includes(words)]).toEqual([422, true]);
    const row = await shop.shop.db.selectFrom("customer").select("id").where("email_norm", "=", mary.email).executeTakeFirst();
    expect([row, await sentEmails(shop)]).toEqual([undefined, []]);
  });

  test.each(["Password123!", "Ann@example.com1"])("changes none: %s", async (typed) => {
    const shop = await shopWithCustomer({ engine });
    const customer = shop.browser();
    await signIn(customer);

    const changed = await customer.post("/identity/password/", { currentPassword: password, newPassword: typed });

    expect([changed.status, changed.body]).toEqual([409, { error: words, code: "password_refused" }]);
    await signIn(shop.browser());
  });

  test.each(["Password123!", "Ann@example.com1"])("is set by no mailed link, which stays good: %s", async (typed) => {
    const shop = await shopWithCustomer({ engine });
    const browser = shop.browser();
    await browser.post("/identity/reset/", { email: "ann@example.com" });
    const [{ link } = { link: "" }] = await sentEmails(shop);
    const token = new URL(link, shop.url).searchParams.get("token") ?? "";

    const refused = await browser.form("/identity/reset/", { token, newPassword: typed });
    expect([refused.status, refused.text.includes(words)]).toEqual([422, true]);

    await browser.form("/identity/reset/", { token, newPassword: "Blue-river-88" });
    await signIn(browser, "ann@example.com", "Blue-river-88");
  });
});
