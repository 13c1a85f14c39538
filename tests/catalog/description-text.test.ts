import { describe, expect, test } from "vitest";
import { cleanDescription } from "../../server/catalog/description.ts";
import { htmlOfText, isTextOf, textOfHtml } from "../../server/catalog/rules/description-text.ts";

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
  "<table><tbody><tr><td>1</td></tr></tbody></table>",
  "<p>Loose <u>words</u></p>",
  "<p>**not bold**</p>",
  "<ul>\n<li>Oak<ul><li>old</li></ul></li>\n</ul>",
  "<blockquote>Said</blockquote>",
])("a saved description stays as it is when its form is sent untouched: %j", (html) => {
  expect(saved(textOfHtml(html))).toBe(html);
});

describe("a description of a file, as HTML", () => {
  test.each([
    ["<p>Turned by hand.</p>", "Turned by hand."],
    ["<div><p>One</p><p>Two</p></div>", "One\n\nTwo"],
    ["<p>It is <b>very </b><i>old</i>.</p>\n<p>&nbsp;</p>", "It is **very** *old*."],
    ["<p><strong>Care: </strong>by hand<br>\nand oil</p>", "**Care:** by hand\nand oil"],
    ["Oiled\n<ul><li>Oak</li><li><p>Beech &amp; ash</p></li></ul>", "Oiled\n\n- Oak\n- Beech & ash"],
    ["<ol>\n<li>Sow <span>now</span></li>\n<li><b></b>Water</li></ol>", "1. Sow now\n2. Water"],
  ])("%j is text in the form, which says the same", (raw, text) => {
    const html = cleanDescription(raw);
    expect(textOfHtml(html)).toBe(text);
    expect(textOfHtml(saved(text))).toBe(text);
    expect([isTextOf(` ${text.replaceAll("\n", "\r\n")}`, html), isTextOf(`${text}!`, html)]).toEqual([true, false]);
  });

  test.each([
    "<ul><li>Oak<br>and ash</li></ul>",
    "<ul><li>Oak</li></ul>loose<table><tr><td>1</td></tr></table>",
    "<p>1. no list</p>",
    "<p>a <b>*b*</b></p>",
  ])("%j stays HTML, since no text says it", (raw) => expect(textOfHtml(cleanDescription(raw))).toBe(cleanDescription(raw)));
});

test("imported text without tags is the line that shoppers see", () => {
  expect(saved(textOfHtml("Two\nlines"))).toBe("Two lines");
});
