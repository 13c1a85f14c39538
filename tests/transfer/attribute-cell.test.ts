import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { slugOf } from "../../server/catalog/rules/slug.ts";
import { readValues, writeValues } from "../../server/transfer/rules/attribute-cell.ts";
import { neutralised, restored } from "../../server/transfer/rules/formula-cell.ts";

const anyText = fc.string({ unit: "binary", maxLength: 90 });

describe("the word for addresses that a name makes", () => {
  test.each([
    ["Crème brûlée!", "creme-brulee"],
    ["  Lion's   Mane ", "lion-s-mane"],
    ["80 to 150 cm", "80-to-150-cm"],
    ["Größe Łódź Ærø", "grosse-lodz-aero"],
    ["Ｆｕｌｌ ½", "full-1-2"],
    ["5.5", "5-5"],
    ["", ""],
    [" ", ""],
  ])("%j makes %j", (name, slug) => expect(slugOf(name)).toBe(slug));

  test("names that have no plain letters, or too many, stay apart", () => {
    const names = ["★", "★★", "красный 2", "синий 2", "é世", "a".repeat(65), "a".repeat(66)];
    expect(new Set(names.map(slugOf)).size).toBe(names.length);
    expect(slugOf("Красный  2")).toBe(slugOf("красный 2"));
  });

  test("whatever the name, the listing's address takes it", () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const slug = slugOf(name);
        expect(slug).toMatch(name.trim() === "" ? /^$/ : /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(64);
      }),
    );
  });
});

describe("cells that a spreadsheet would run", () => {
  test.each([
    "=1+1",
    "+1",
    "-3",
    "@x",
    "\tx",
    "\r=x",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    "'=1",
    "''=1",
    " =1",
    "\n=1",
    "\u00a0@x",
    "' =1",
  ])("%j gets a mark in front", (text) => {
    expect(neutralised(text)).toBe(`'${text}`);
    expect(restored(`'${text}`)).toBe(text);
  });

  test.each(["", "'", "'tis", "'90s", "a=b", "3-2"])("%j stays as it is", (text) => {
    expect([neutralised(text), restored(text)]).toEqual([text, text]);
  });

  test("every text comes back, and none begins like a formula in the file", () => {
    const begun = fc.oneof(anyText, fc.stringMatching(/^'{0,3}\s{0,2}[=+\-@\t\r＝＋－＠]?.*$/));
    fc.assert(
      fc.property(begun, (text) => {
        expect(neutralised(text)).not.toMatch(/^\s*[=+\-@\t\r＝＋－＠]/);
        expect(restored(neutralised(text))).toBe(text);
      }),
    );
  });
});

describe("the values of an attribute in one cell", () => {
  test("names alone, with a word of their own, with a place", () => {
    const values = [
      { slug: "oak", name: "Oak" },
      { slug: "oak-2", name: "Grey oak" },
      { slug: "ash", name: "Ash", position: 3 },
    ];
    expect(writeValues(values)).toBe("Oak; Grey oak [oak-2]; Ash [ash 3]");
    expect(readValues("Oak; Grey oak [oak-2]; Ash [ash 3]")).toEqual({ ok: true, value: values });
  });

  test("an owner may write them without care for spaces", () => {
    expect(readValues(" Oak;Ash  ;; Elm[elm-1] ; ")).toMatchObject({
      value: [
        { slug: "oak", name: "Oak" },
        { slug: "ash", name: "Ash" },
        { slug: "elm-1", name: "Elm" },
      ],
    });
    expect(readValues("")).toEqual({ ok: true, value: [] });
  });

  test.each(["Oak [", "Oak [Grey Oak]", "Oak ]x", "[oak]", "Oak [oak x]", "Oak [a] [b]", "Oak\\"])("%j is refused", (cell) => {
    expect(readValues(cell)).toMatchObject({ ok: false, error: `“${cell}” is not in the form Name or Name [slug]` });
  });

  test("whatever a value is called, it comes back", () => {
    const name = fc.oneof(
      anyText,
      fc.array(fc.constantFrom("\\", ";", "[", "]", " ", "a", "é", "\n", "[b 1]"), { minLength: 1 }).map((all) => all.join("")),
    );
    const value = fc
      .record({
        name: name.filter((text) => text.trim() !== ""),
        slug: fc.option(fc.stringMatching(/^[a-z0-9-]{1,64}$/), { nil: undefined }),
        position: fc.option(fc.integer({ min: 0, max: 999_999_999 }), { nil: undefined }),
      })
      .map(({ name, slug = slugOf(name), position }) => ({ name, slug, ...(position !== undefined && { position }) }));
    fc.assert(
      fc.property(fc.array(value), (values) => {
        expect(readValues(writeValues(values))).toEqual({ ok: true, value: values });
      }),
    );
  });
});
