import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressErrors, blankAddress, tidyAddress } from "../../server/customers/rules/address.ts";
import { type Address, mapAddress } from "../../server/customers/rules/address-fields.ts";
import { areaName, countries } from "../../server/customers/rules/areas.ts";
import { ontario, texas } from "../support/addresses.ts";

const brokenFields = (address: Address) => addressErrors(address).map(({ field }) => field);
const messageOf = (address: Address) => addressErrors(address)[0]?.message;

describe("an address (requirement 71)", () => {
  test("one of the United States and one of Canada break no rule", () => {
    expect(addressErrors(texas)).toEqual([]);
    expect(addressErrors(ontario)).toEqual([]);
  });

  test("every required field that is blank gets a message of its own", () => {
    const blank = tidyAddress({ ...blankAddress, firstName: " ", city: "\t" });
    expect(addressErrors(blank)).toEqual([
      { field: "firstName", message: "Enter your first name." },
      { field: "lastName", message: "Enter your last name." },
      { field: "streetAddress1", message: "Enter your street address." },
      { field: "city", message: "Enter your city." },
      { field: "countryArea", message: "Choose your state." },
      { field: "postalCode", message: "Enter your ZIP code." },
    ]);
  });

  test("a country that the shop does not ship to is refused, and its area is not judged", () => {
    expect(brokenFields({ ...texas, country: "DE", countryArea: "BY" })).toEqual(["country"]);
    expect(brokenFields({ ...texas, country: "", countryArea: "" })).toEqual(["country"]);
    expect(brokenFields({ ...texas, country: "__PROTO__" })).toEqual(["country"]);
  });

  test("an area must belong to its country", () => {
    expect(messageOf({ ...texas, countryArea: "ON" })).toBe("Choose a state from the list.");
    expect(messageOf({ ...ontario, countryArea: "TX" })).toBe("Choose a province from the list.");
  });

  test.each(["78701", "78701-1234", "00501"])("the ZIP code %s is accepted", (postalCode) => {
    expect(brokenFields({ ...texas, postalCode })).toEqual([]);
  });

  test.each(["7870", "787011", "ABCDE", "K1A 0B1", "78701-12", "78701-12345", "78701 1234", "x78701", "78701\n", "٧٨٧٠١"])(
    "the ZIP code %s is refused",
    (postalCode) => {
      expect(messageOf({ ...texas, postalCode })).toBe("Enter a ZIP code like 73301.");
    },
  );

  test.each(["78701", "K1A 0B", "K1A  0B1", "K1A 0B1 X", "KIA 0B1", "K1A OB1", "1K1 A0B"])(
    "the Canadian postal code %s is refused",
    (postalCode) => {
      expect(messageOf({ ...ontario, postalCode })).toBe("Enter a postal code like K1A 0B1.");
    },
  );

  test("a Canadian postal code has the letters that Canada Post writes, and others are refused", () => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const accepted = (codeOf: (letter: string) => string) =>
      letters.filter((letter) => brokenFields({ ...ontario, postalCode: codeOf(letter) }).length === 0).join("");
    expect(accepted((letter) => `${letter}1A 0B1`)).toBe("ABCEGHJKLMNPRSTVXY");
    expect(accepted((letter) => `K1${letter} 0B1`)).toBe("ABCEGHJKLMNPRSTVWXYZ");
    expect(accepted((letter) => `K1A 0${letter}1`)).toBe("ABCEGHJKLMNPRSTVWXYZ");
  });

  test.each(["", "5125550188", "+1 (512) 555-0188", "512.555.0188 ext 42"])("the phone number '%s' is accepted", (phone) => {
    expect(brokenFields({ ...texas, phone })).toEqual([]);
  });

  test.each(["12345", "call me", "1234567890123456", "<script>", "555-CALL-NOW"])("the phone number %s is refused", (phone) => {
    expect(brokenFields({ ...texas, phone })).toEqual(["phone"]);
  });

  test("a line longer than a label is refused by name", () => {
    expect(messageOf({ ...texas, city: "x".repeat(101) })).toBe("Keep your city to 100 characters.");
    expect(addressErrors({ ...texas, city: "x".repeat(100) })).toEqual([]);
  });

  test("is kept trimmed, with codes in capitals and the usual spacing", () => {
    const typed = { ...ontario, firstName: "  Mary   Ann ", postalCode: "k1a0b1", country: "ca", countryArea: "on" };
    expect(tidyAddress(typed)).toEqual({ ...ontario, firstName: "Mary Ann" });
    expect(tidyAddress({ ...texas, postalCode: " 78701 1234 " }).postalCode).toBe("78701-1234");
  });

  test("tidied twice is the same as tidied once, and judging it never throws", () => {
    const anything = fc.record({
      ...mapAddress(() => fc.string()),
      firstName: fc.string({ unit: "binary" }),
      postalCode: fc.oneof(fc.string(), fc.stringMatching(/^[a-z]\d[a-z] ?-?\d[a-z]\d$/)),
      country: fc.constantFrom("US", "CA", "us", "constructor", ""),
    });
    fc.assert(
      fc.property(anything, (address) => {
        const once = tidyAddress(address);
        expect(tidyAddress(once)).toEqual(once);
        expect(addressErrors(once).every(({ message }) => message !== "")).toBe(true);
      }),
    );
  });
});

describe("the kept list of areas", () => {
  const codesOf = (country: string) => countries.find(({ code }) => code === country)?.areas.map(({ code }) => code) ?? [];

  test("holds fifty states, the District of Columbia, eight territories and the armed forces' areas", () => {
    const codes = codesOf("US");
    expect(codes).toHaveLength(62);
    expect(new Set(codes).size).toBe(62);
    expect(codes).toEqual(expect.arrayContaining(["DC", "PR", "GU", "VI", "AS", "MP", "AA", "AE", "AP", "CA", "NY", "WY"]));
  });

  test("holds the thirteen provinces and territories of Canada", () => {
    expect(codesOf("CA").toSorted().join(" ")).toBe("AB BC MB NB NL NS NT NU ON PE QC SK YT");
  });

  test("is sorted by name, as is the one that every page has written out", async () => {
    const names = countries.map(({ areas }) => areas.map(({ name }) => name));
    expect(names).toEqual(names.map((each) => each.toSorted((a, b) => a.localeCompare(b, "en"))));
    const written = await readFile(join(import.meta.dirname, "../../views/layouts/areas.hbs"), "utf8");
    expect([...written.matchAll(/<option value="\w+">(.*)<\/option>/g)].map(([, name]) => name)).toEqual(names.flat());
  });

  test("names an area by its code", () => {
    expect(areaName("US", "TX")).toBe("Texas");
    expect(areaName("CA", "QC")).toBe("Quebec");
    expect(areaName("US", "ZZ")).toBe("ZZ");
  });
});
