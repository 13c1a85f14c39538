import fc from "fast-check";
import sanitize from "sanitize-html";
import { expect, test } from "vitest";
import { allowedInDescriptions, cleanDescription } from "../../server/catalog/description.ts";

const allowed = allowedInDescriptions.allowedTags || [];
const names = [...allowed, "span", "div", "h1", "script", "a"];
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
  { weight: 3, arbitrary: fc.constant("") },
  fc.constantFrom(
    ' class="x y"',
    " data-a='b'",
    " hidden",
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

/** Well-formed as an editor writes it, so that the short way is taken often. */
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom("word", "&amp;", "&lt;b&gt;", " ", "é", "<br>", "<br/>", '<br class="x" />', "&nbsp;"),
    fc
      .tuple(
        fc.constantFrom(...allowed.filter((name) => !/^t/.test(name)), "span"),
        attributes,
        fc.array(tie("tree"), { maxLength: 3 }),
      )
      .map(([name, with_, within]) => `<${name}${with_}>${within.join("")}</${name}>`),
  ),
}));

const whole = (html: string) => sanitize(html.trim(), allowedInDescriptions).trim();

test.each([
  ["anything", fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(""))],
  ["what an editor writes", fc.array(tree, { maxLength: 4 }).map((parts) => parts.join("\n"))],
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
