import fc from "fast-check";
import sanitize from "sanitize-html";
import { expect, test } from "vitest";
import { allowedInDescriptions, cleanDescription } from "../../server/catalog/description.ts";

const allowed = allowedInDescriptions.allowedTags || [];
const known = [...allowed, "span", "a", "div", "h1", "h2", "h5", "h6"];
const names = [...known, "script", "section", "img"];
const signs = [
  "<",
  ">",
  "&",
  "&amp;",
  "&lt;",
  "&nbsp;",
  "&#60;",
  "&amp",
  '"',
  "'",
  "\n",
  "\r\n",
  "\0",
  "\u00a0",
  "é",
  "<!--",
  "-->",
  "<![CDATA[",
];

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...names).map((name) => `<${name}>`) },
  { weight: 4, arbitrary: fc.constantFrom(...names).map((name) => `</${name}>`) },
  { weight: 1, arbitrary: fc.constantFrom(...names).map((name) => `<${name} class="x" onclick='y()'>`) },
  { weight: 1, arbitrary: fc.constantFrom(...names).map((name) => `<${name.toUpperCase()} >`) },
  { weight: 2, arbitrary: fc.constantFrom(...signs) },
  { weight: 3, arbitrary: fc.string({ maxLength: 6 }) },
);

const attributes = fc.oneof(
  { weight: 40, arbitrary: fc.constant("") },
  fc.constantFrom(
    ' class="x y"',
    " data-a='b'",
    " hidden",
    ' href="https://a.example/?b=c&d=<e>"',
    " href='javascript:x()'",
    ' style="a: b;" id="c"',
    '\n title="it\'s" ',
    ' title="a>b"',
    ' a="1"b="2"',
    " a=b",
    ' a="',
    " / a",
    ' a="&quot;"',
    " =x",
    ' a ="b"',
    "/",
  ),
);

/** Well-formed as an editor writes it, most often with elements where they may stand, so that the short way is taken often. */
const { tree } = fc.letrec<{ tree: string; list: string }>((tie) => {
  const element = (names: readonly string[], within: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.constantFrom(...names), attributes, fc.array(within, { maxLength: 3 }))
      .map(([name, with_, parts]) => `<${name}${with_}>${parts.join("")}</${name}>`);
  const word = fc.constantFrom("word", "&amp;", "&lt;b&gt;", " ", "é", "<br>", "<br/>", '<br class="x" />', "&nbsp;");
  return {
    list: element(["ul", "ol"], element(["li"], tie("tree"))),
    tree: fc.oneof(
      { maxDepth: 4 },
      { weight: 6, arbitrary: word },
      { weight: 3, arbitrary: element(["p", "h1", "h2", "h3", "h4", "h5", "h6"], word) },
      { weight: 2, arbitrary: element(["div", "blockquote", "span", "a", "strong", "em", "b", "i", "u"], tie("tree")) },
      { weight: 2, arbitrary: tie("list") },
      {
        weight: 1,
        arbitrary: element(
          known.filter((name) => !/^t/.test(name)),
          tie("tree"),
        ),
      },
    ),
  };
});

const whole = (html: string) => sanitize(html.trim(), allowedInDescriptions).trim();

test.each([
  ["anything", fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(""))],
  ["what an editor writes", fc.array(tree, { maxLength: 3 }).map((parts) => parts.join("\n"))],
])("a description of %s becomes what the sanitiser makes of it", (_what, html) => {
  fc.assert(
    fc.property(html, (text) => {
      expect(cleanDescription(text)).toBe(whole(text));
    }),
    { numRuns: 3000 },
  );
});

test("what may act or is not closed is never taken for clean", () => {
  expect(cleanDescription("<p>a<p>b")).toBe("<p>a</p><p>b</p>");
  expect(cleanDescription("<p><ul><li>a</li></ul></p>")).toBe(whole("<p><ul><li>a</li></ul></p>"));
  expect(cleanDescription('<p onclick="x()">a</p><script>y()</script>')).toBe("<p>a</p>");
  expect(cleanDescription("<li>a</li><constructor>b</constructor>")).toBe("<li>a</li>b");
});
