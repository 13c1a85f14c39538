import { describe, expect, test } from "vitest";
import { cleanDescription } from "../../server/catalog/description.ts";
import { htmlOfText, textOfHtml } from "../../server/catalog/rules/description-text.ts";

const saved = (typed: string): string => cleanDescription(htmlOfText(typed));

describe("a description that is typed as text", () => {
  test.each([
    ["One line & no more.", "One line &amp; no more."],
    ["Turned by hand.\n\nFrom oak.", "<p>Turned by hand.</p>\n<p>From oak.</p>"],
    ["Turned by hand,\r\noiled.\r\n \r\nFrom oak.", "<p>Turned by hand,<br />oiled.</p>\n<p>From oak.</p>"],
    ["- Oak\n- Beech", "<ul>\n<li>Oak</li>\n<li>Beech</li>\n</ul>"],
    ["1. Sow\n2. Water", "<ol>\n<li>Sow</li>\n<li>Water</li>\n</ol>"],
    ["It is **very** *old*.\n\n3 * 4 * 5 < 61", "<p>It is <strong>very</strong> <em>old</em>.</p>\n<p>3 * 4 * 5 &lt; 61</p>"],
  ])("%j has its paragraphs and lists, and is the same text in the form", (typed, html) => {
    expect(saved(typed)).toBe(html);
    expect(saved(textOfHtml(html))).toBe(html);
    expect(textOfHtml(html)).not.toMatch(/<\/?[a-z]/);
  });

  test("says what it says, whatever its signs", () => {
    expect(saved("if a < b, then c > d")).toBe("if a &lt; b, then c &gt; d");
    expect(saved("")).toBe("");
    expect(textOfHtml("")).toBe("");
  });
});

test.each([
  "<h3>Care</h3>\n<p>By hand.</p>",
  "<p>One</p><p>Two</p>",
  "<table><tbody><tr><td>1</td></tr></tbody></table>",
  "<p>Loose <u>words</u></p>",
  "<p>**not bold**</p>",
  "<ul>\n<li>Oak<ul><li>old</li></ul></li>\n</ul>",
  "<blockquote>Said</blockquote>",
])("a saved description stays as it is when its form is sent untouched: %j", (html) => {
  expect(saved(textOfHtml(html))).toBe(html);
});

test("imported text without tags gets the lines that its form shows", () => {
  expect(saved(textOfHtml("Two\nlines"))).toBe("<p>Two<br />lines</p>");
});
