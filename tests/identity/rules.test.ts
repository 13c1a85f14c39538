import { expect, test } from "vitest";
import { isSignInEmail } from "../../server/customers/rules/sign-in-email.ts";
import { hashPassword, isPassword } from "../../server/identity/password.ts";
import { splitName } from "../../server/identity/rules/names.ts";
import { changeRefusal, isGoodPassword, passwordRules, strengthOf } from "../../server/identity/rules/password.ts";
import { personOf } from "../../server/identity/social/person.ts";

test.each([
  ["ann@example.com", true],
  ["a.n-n_1@shop.example.co", true],
  ["ann@example.museum", true],
  ["ann@example.c", false],
  ["ann@example.museums", false],
  ["ann@example", false],
  ["ann+1@example.com", false],
  ["ann@", false],
  ["ann example@example.com", false],
  ["ann@exa mple.com", false],
  ["", false],
])("%s may sign in: %s (requirements 175, 176)", (email, good) => {
  expect(isSignInEmail(email)).toBe(good);
});

test.each([
  ["", { long: false, mixed: false, unspaced: false }, "Weak"],
  ["short", { long: false, mixed: false, unspaced: true }, "Weak"],
  ["short1", { long: false, mixed: true, unspaced: true }, "Medium"],
  ["longenough", { long: true, mixed: false, unspaced: true }, "Medium"],
  ["long enough 1", { long: true, mixed: true, unspaced: false }, "Medium"],
  ["longenough1", { long: true, mixed: true, unspaced: true }, "Strong"],
  ["long!enough", { long: true, mixed: true, unspaced: true }, "Strong"],
])("“%s” meets %o and is %s (requirements 219, 220)", (password, rules, strength) => {
  expect(passwordRules(password)).toEqual(rules);
  expect(strengthOf(password)).toBe(strength);
  expect(isGoodPassword(password)).toBe(strength === "Strong");
});

test("a password longer than anybody types is refused", () => {
  expect(isGoodPassword(`a1${"x".repeat(198)}`)).toBe(true);
  expect(isGoodPassword(`a1${"x".repeat(199)}`)).toBe(false);
});

test("what cannot be tried is told in the specified words (requirements 221–224)", () => {
  expect(changeRefusal("", " ")).toMatchObject({ code: "password_refused", error: "both passwords are required" });
  expect(changeRefusal("old", "")).toMatchObject({ code: "password_refused", error: "new password is missing" });
  expect(changeRefusal("", "new")).toMatchObject({ code: "password_refused", error: "current password is missing" });
  expect(changeRefusal("Same-1234", "sAME-1234")).toMatchObject({
    code: "password_refused",
    error: "new password cannot be the same as the current",
  });
  expect(changeRefusal("one", "two")).toMatchObject({ code: "password_refused", error: "The new password is too weak." });
  expect(changeRefusal("one", "Green-leaf-42")).toBeUndefined();
});

test.each([
  ["Mary Ann Lee", { firstName: "Mary", lastName: "Ann Lee" }],
  ["Cher", { firstName: "Cher", lastName: "" }],
  ["  Ann   Lee ", { firstName: "Ann", lastName: "Lee" }],
  ["", { firstName: "", lastName: "" }],
])("“%s” is split on its first space (requirements 187, 188)", (name, parts) => {
  expect(splitName(name)).toEqual(parts);
});

test("a hash is argon2id with a salt of its own, and knows its password alone", async () => {
  const [one, two] = [await hashPassword("Grün-leaf-42"), await hashPassword("Grün-leaf-42")];

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await isPassword(one, "Gru\u0308n-leaf-42")).toBe(true);
  expect(await isPassword(one, "grün-leaf-42")).toBe(false);
  expect(await isPassword(null, "Grün-leaf-42")).toBe(false);
  expect(await isPassword(undefined, "")).toBe(false);
});

test("an address is as verified as whoever tells it says: a provider's first word does not vouch for a second address", () => {
  const known = { sub: "p-1", email: "mary@example.com", email_verified: true };

  expect(personOf(known)).toMatchObject({ email: "mary@example.com", emailVerified: true });
  expect(personOf(known, { sub: "p-1", name: "Mary" })).toMatchObject({ email: "mary@example.com", emailVerified: true });
  expect(personOf(known, { sub: "p-1", email: "ann@example.com" })).toMatchObject({
    email: "ann@example.com",
    emailVerified: false,
  });
});
