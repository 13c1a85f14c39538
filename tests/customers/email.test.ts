import { describe, expect, test } from "vitest";
import { emailErrors, normaliseEmail, tidyEmail } from "../../server/customers/rules/email.ts";
import { likelyEmail } from "../../server/customers/rules/email-slip.ts";

describe("the email of the contact step (requirements 68, 69)", () => {
  test.each([
    "mary@example.com",
    "Mary.O'Lee+shop@mail.example.co.uk",
    "a@b",
    "x_y-z@1-2.example",
    "!#$%&'*+/=?^_`{|}~-@example.com",
  ])("%s is accepted, as in a field of type email", (email) => {
    expect(emailErrors(email)).toEqual([]);
  });

  test.each([
    "mary",
    "@example.com",
    "mary@",
    "mary@-example.com",
    "mary@example-.com",
    "mary@exa mple.com",
    "mary lee@example.com",
    "mary@example..com",
    "mary@@example.com",
    "märy@example.com",
    "mary@example.com\nbcc:x@y.z",
    `${"a".repeat(243)}@example.com`,
    `mary@${"a".repeat(64)}.com`,
  ])("%s is refused", (email) => {
    expect(emailErrors(email)).toEqual([{ field: "email", message: "Enter an email address like name@example.com." }]);
  });

  test("a blank one is asked for", () => {
    expect(emailErrors(tidyEmail("  "))).toEqual([{ field: "email", message: "Enter your email address." }]);
  });

  test("two spellings of one mail box compare as equal", () => {
    expect(normaliseEmail(" Mary@Example.COM ")).toBe("mary@example.com");
  });

  test("a long malicious text is checked at once", () => {
    expect(emailErrors(`${"a".repeat(100_000)}@${"a.".repeat(100_000)}`)).toHaveLength(1);
  });
});

describe("a likely slip in an address", () => {
  test.each([
    ["ann@gmial.com", "ann@gmail.com"],
    ["Ann@GMAIL.CON", "Ann@gmail.com"],
    ["ann@gmail.co", "ann@gmail.com"],
    ["ann@hotmial.cm", "ann@hotmail.com"],
    ["ann@example.con", "ann@example.com"],
  ])("%s was probably %s", (typed, meant) => {
    expect(likelyEmail(typed)).toBe(meant);
  });

  test.each([
    "ann@gmail.com",
    "ann@ymail.com",
    "ann@mail.com",
    "ann@yahoo.co.uk",
    "ann@hotmail.fr",
    "ann@aol.de",
    "ann@shop.co",
    "a@b",
  ])("%s is left alone", (typed) => {
    expect(likelyEmail(typed)).toBeUndefined();
  });
});
