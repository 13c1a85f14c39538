import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cardBrand,
  cardErrors,
  expiryOf,
  formatCardNumber,
  formatExpiry,
  formatLeftExpiry,
  formatSecurityCode,
  fullYear,
  luhn,
} from "../../server/payments/rules/card.ts";

const now = { year: 2026, month: 7 };
const filled = { cardNumber: "4242 4242 4242 4242", expirationDate: "07/26", securityCode: "123", cardName: "Ada Shopper" };
const errorsWith = (changed: Partial<typeof filled>) => cardErrors({ ...filled, ...changed }, now);

/** The field's text after each key: a digit, or `<` for a backspace at the end. */
const typing = (keys: string) => {
  const shown: string[] = [];
  for (const key of keys) {
    const before = shown.at(-1) ?? "";
    shown.push(formatExpiry(key === "<" ? before.slice(0, -1) : before + key, 2026));
  }
  return shown;
};

describe("the card number while it is typed", () => {
  test.each([
    ["4242x4242-4242 4242", "4242 4242 4242 4242"],
    ["abc", ""],
    ["42424", "4242 4"],
    ["4242 ", "4242"],
    ["٤٢42", "42"],
  ])("%s shows as %s: digits only, in fours (requirements 93, 95)", (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown);
  });

  test("takes at most 16 digits (requirement 94)", () => {
    expect(formatCardNumber("42424242424242429999")).toBe("4242 4242 4242 4242");
  });

  test("shows the same when formatted again, whatever was pasted", () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const shown = formatCardNumber(typed);
        expect(shown).toMatch(/^(\d{4} ){0,3}\d{0,4}$/);
        expect(shown).not.toMatch(/ $/);
        expect(formatCardNumber(shown)).toBe(shown);
        expect(shown.replaceAll(" ", "")).toBe(typed.replace(/[^0-9]/g, "").slice(0, 16));
      }),
    );
  });
});

describe("the expiry while it is typed", () => {
  test("grows to MM/YY, the slash with the first digit of the year (requirement 97)", () => {
    expect(typing("1228")).toEqual(["1", "12", "12/2", "12/28"]);
  });

  test("shrinks over the slash", () => {
    expect(typing("1228<<<<")).toEqual(["1", "12", "12/2", "12/28", "12/2", "12", "1", ""]);
  });

  test.each([
    ["13", "12"],
    ["99", "12"],
    ["45/30", "12/30"],
    ["1330", "12/30"],
  ])("%s: a month above 12 becomes 12 (requirement 98)", (typed, shown) => {
    expect(formatExpiry(typed, 2026)).toBe(shown);
  });

  test.each([
    ["00", "12"],
    ["0030", "12/30"],
  ])("%s: a month below 1 becomes 12 (requirement 99)", (typed, shown) => {
    expect(formatExpiry(typed, 2026)).toBe(shown);
  });

  test.each([
    ["12/25", "12/26"],
    ["12/00", "12/26"],
    ["12/26", "12/26"],
    ["12/36", "12/36"],
    ["12/37", "12/36"],
    ["12/99", "12/36"],
  ])("%s shows as %s: the year stays between this one and ten on (requirements 100, 101)", (typed, shown) => {
    expect(formatExpiry(typed, 2026)).toBe(shown);
  });

  test.each(["1", "0", "12/2", "12/9", ""])("%j waits for the rest", (typed) => {
    expect(formatExpiry(typed, 2026)).toBe(typed);
  });

  test.each([
    ["1/", "01"],
    ["1/28", "01/28"],
    ["12/2028", "12/28"],
    ["122028", "12/28"],
    ["12 / 28", "12/28"],
    ["12-28", "12/28"],
    ["1a2b/2c8", "12/28"],
    ["/", ""],
    ["12/289", "12/28"],
    ["2028-12", "12/28"],
    [" 2028 - 04 ", "04/28"],
    ["2028-13", "12/28"],
    ["2020-04", "04/26"],
  ])("%s, as pasted or filled in, shows as %s", (typed, shown) => {
    expect(formatExpiry(typed, 2026)).toBe(shown);
  });

  test.each([
    ["1/28", "01/28"],
    ["011/28", "11/28"],
    ["0/28", "0/28"],
    ["03/28", "03/28"],
  ])("correcting the month to %s keeps the year: %s", (typed, shown) => {
    expect(formatExpiry(typed, 2026)).toBe(shown);
  });

  test.each([
    [95, "12/95", "12/95"],
    [95, "12/99", "12/99"],
    [95, "12/00", "12/00"],
    [95, "12/05", "12/05"],
    [95, "12/06", "12/05"],
    [95, "12/94", "12/95"],
    [89, "12/99", "12/99"],
    [89, "12/00", "12/89"],
    [90, "12/00", "12/00"],
    [0, "12/10", "12/10"],
    [0, "12/11", "12/10"],
  ])("in the year %i, %s shows as %s: the window runs over the turn of the century", (year, typed, shown) => {
    expect(formatExpiry(typed, 2000 + year)).toBe(shown);
  });

  test("is digits and one slash, in the window, and stays when formatted again, whatever was pasted", () => {
    const typed = fc.string({ unit: fc.constantFrom(..."0123456789/- x"), maxLength: 9 });
    fc.assert(
      fc.property(typed, fc.integer({ min: 0, max: 99 }), (text, year) => {
        const shown = formatExpiry(text, 2000 + year);
        expect(shown).toMatch(/^(\d?|\d\d|\d\d\/\d|0\/\d\d?|(0[1-9]|1[0-2])\/(\d\d|20\d))$/);
        expect(formatExpiry(shown, 2000 + year)).toBe(shown);
        const full = /^\d\d\/(\d\d)$/.exec(shown)?.[1];
        if (full && full !== "20") expect((Number(full) - year + 100) % 100).toBeLessThanOrEqual(10);
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    ["12/2030", ["1", "12", "12", "12/2", "12/20", "12/203", "12/30"]],
    ["122030", ["1", "12", "12/2", "12/20", "12/203", "12/30"]],
    ["12/2031<<", ["1", "12", "12", "12/2", "12/20", "12/203", "12/31", "12/3", "12"]],
  ])("%s, key by key, waits for a year of four digits", (keys, shown) => {
    expect(typing(keys)).toEqual(shown);
  });

  test.each([
    ["12/20", "12/26"],
    ["12/203", "12/203"],
    ["12/30", "12/30"],
  ])("%s becomes %s when the field is left", (typed, shown) => {
    expect(formatLeftExpiry(typed, 2026)).toBe(shown);
  });

  test.each([
    ["2030/12", "12/30"],
    ["203012", "12/30"],
    ["2030.12", "12/30"],
    ["2028/02", "02/28"],
    ["12/2030", "12/30"],
    ["122030", "12/30"],
    ["12-2030", "12/30"],
    ["12.2030", "12/30"],
    ["1/2030", "01/30"],
    ["1 2030", "01/30"],
    ["2030-12", "12/30"],
    ["1230", "12/30"],
    ["12 / 2030", "12/30"],
    ["12–2030", "12/30"],
    ["\uff11\uff12/\uff13\uff10", "12/30"],
  ])("%s, set at once, is understood in the browser and by the server", (filled, shown) => {
    expect(formatExpiry(filled, 2026)).toBe(shown);
    const { month, year } = expiryOf(filled) ?? { month: 0, year: 0 };
    expect([month, year % 100]).toEqual(shown.split("/").map(Number));
  });
});

test("the security code is digits only, at most four (requirements 102, 103)", () => {
  expect(["12a3", "12345", "", "x"].map(formatSecurityCode)).toEqual(["123", "1234", "", ""]);
});

describe("Luhn", () => {
  test("knows good numbers from bad", () => {
    expect(["4242424242424242", "378282246310005", "79927398713", "0"].map(luhn)).toEqual([true, true, true, true]);
    expect(["4242424242424241", "79927398710", "", "4242 4242 4242 4242", "x"].map(luhn)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test("notices every single wrong digit", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const digits = [..."4242424242424242"];
        digits[place] = String((Number(digits[place]) + by) % 10);
        expect(luhn(digits.join(""))).toBe(false);
      }),
    );
  });
});

test.each([
  ["4", "visa"],
  ["51", "mastercard"],
  ["5555555555554444", "mastercard"],
  ["2221", "mastercard"],
  ["2720", "mastercard"],
  ["2220", "unknown"],
  ["2721", "unknown"],
  ["37", "amex"],
  ["6011", "discover"],
  ["645", "discover"],
  ["6221", "unionpay"],
  ["36", "diners"],
  ["3528", "jcb"],
  ["3527", "unknown"],
  ["9999", "unknown"],
  ["", "unknown"],
])("%s begins a card of %s", (digits, brand) => {
  expect(cardBrand(digits)).toBe(brand);
});

describe("the card form", () => {
  test("in order has no errors, in the card's last month too", () => {
    expect(errorsWith({})).toEqual([]);
    expect(errorsWith({ cardNumber: "378282246310005", securityCode: "1234", expirationDate: "12/36" })).toEqual([]);
  });

  test("left empty names each field in the shopper's words, in the page's order (requirement 92)", () => {
    expect(cardErrors({ cardNumber: " ", expirationDate: "", securityCode: "", cardName: "  " }, now)).toEqual([
      { field: "cardNumber", message: "Enter your card number." },
      { field: "expirationDate", message: "Enter the expiration date." },
      { field: "securityCode", message: "Enter the security code." },
      { field: "cardName", message: "Enter the name on the card." },
    ]);
  });

  test.each([
    ["4242 4242 4242 4241", "This card number isn’t valid. Check its digits."],
    ["4242 4242 4242", "This card number is too short."],
    ["5555 5555 5555 4444 4", "This card number is too long."],
    ["3782822463100055", "This card number is too long."],
    ["4242 4242 4242 424x", "A card number has digits only."],
    ["42424242424242", "This card number isn’t valid. Check its digits."],
  ])("refuses the number %s: %s", (cardNumber, message) => {
    expect(errorsWith({ cardNumber })).toEqual([{ field: "cardNumber", message }]);
  });

  test.each([
    ["06/26", "This card has expired."],
    ["12/25", "This card has expired."],
    ["06/2026", "This card has expired."],
    ["01/37", "This expiration date is too far ahead."],
    ["13/28", "Enter the expiration date as MM/YY."],
    ["00/28", "Enter the expiration date as MM/YY."],
    ["12/2", "Enter the expiration date as MM/YY."],
    ["soon", "Enter the expiration date as MM/YY."],
    ["2026-13", "Enter the expiration date as MM/YY."],
    ["07/026", "Enter the expiration date as MM/YY."],
    ["2026-06", "This card has expired."],
    ["01/2037", "This expiration date is too far ahead."],
  ])("refuses the expiry %s: %s", (expirationDate, message) => {
    expect(errorsWith({ expirationDate })).toEqual([{ field: "expirationDate", message }]);
  });

  test.each(["07/26", "07/2026", "2026-07", "07 / 2026", " 07/26 "])(
    "takes %j, as somebody without scripts may write it",
    (expirationDate) => {
      expect(errorsWith({ expirationDate })).toEqual([]);
      expect(expiryOf(expirationDate)?.month).toBe(7);
    },
  );

  test.each(["12", "12345", "12a"])("refuses the code %s", (securityCode) => {
    expect(errorsWith({ securityCode })).toEqual([{ field: "securityCode", message: "The security code has 3 or 4 digits." }]);
  });

  test("refuses a number typed into the name, and a name without end", () => {
    expect(errorsWith({ cardName: "4242 4242 4242 4242" })).toEqual([
      { field: "cardName", message: "Enter the name on the card, not its number." },
    ]);
    expect(errorsWith({ cardName: "a".repeat(101) })).toEqual([{ field: "cardName", message: "This name is too long." }]);
  });

  test("reads two-digit years across the turn of the century", () => {
    expect([fullYear(2, 2095), fullYear(99, 2101), fullYear(26, 2026), fullYear(25, 2026), fullYear(36, 2026)]).toEqual([
      2102, 2099, 2026, 2025, 2036,
    ]);
    expect(cardErrors({ ...filled, expirationDate: "01/02" }, { year: 2095, month: 12 })).toEqual([]);
    expect(cardErrors({ ...filled, expirationDate: "12/99" }, { year: 2101, month: 1 })).toEqual([
      { field: "expirationDate", message: "This card has expired." },
    ]);
  });
});
