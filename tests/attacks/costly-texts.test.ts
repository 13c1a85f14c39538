import { expect, test } from "vitest";
import { cleanDescription } from "../../server/catalog/description.ts";
import { slugIn } from "../../server/catalog/references.ts";
import { htmlOfText, textOfHtml } from "../../server/catalog/rules/description-text.ts";
import { htmlDepth, mostHtmlDepth } from "../../server/catalog/rules/html-depth.ts";
import { tidyReview } from "../../server/catalog/rules/review-text.ts";
import { wordsOf } from "../../server/catalog/rules/search.ts";
import { slugOf } from "../../server/catalog/rules/slug.ts";
import { summaryOf } from "../../server/catalog/rules/summary.ts";
import { readPageFile } from "../../server/content/rules/page-file.ts";
import { pageHtml } from "../../server/markdown.ts";
import { orderNumber } from "../../server/orders/rules/number.ts";

/** The processor time of this thread in ms: the lower of two runs. */
function cost(run: () => unknown): number {
  const times = [1, 2].map(() => {
    const since = process.threadCpuUsage();
    run();
    const { user, system } = process.threadCpuUsage(since);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

/** Below this value, clock steps and the compiler decide the result. */
const floor = 25;

/**
 * A text of four times the length must cost about four times as much; quadratic growth would cost
 * 16 times as much.
 */
function expectLinear(read: (text: string) => unknown, textOfLength: (length: number) => string, most: number): void {
  const [quarter, whole] = [textOfLength(most / 4), textOfLength(most)];
  const short = cost(() => read(quarter));
  const long = cost(() => read(whole));
  expect(long / Math.max(short, floor), `${short} ms, then ${long} ms`).toBeLessThan(8);
}

const repeated = (unit: string) => (length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const signs = [
  "*a_",
  "*a **b _c __d ~~e ",
  "[",
  "![",
  "[a](",
  "[a][b]",
  "`",
  "`a``b",
  "<",
  "<a ",
  "<b>",
  "<!--",
  "&",
  "\\",
  "http://",
];
const lines = ["> ", "- ", "- a\n", "|a\n|-\n", "[a]: b\n", "a\n=\n", "```\n", "a@b.", "<div>\n\n", "a\n> b\n", "www."];

test.each([...signs, ...lines])("a page of %j costs its staff's shop time by its length alone", (unit) => {
  expectLinear(pageHtml, repeated(unit), 100_000);
});

test.each(["<", "<a ", "<b>x</b>", "</b>", "<p>", "<li><p>x", "&", "&amp", "<!--", "<a b='", "<td><b>"])(
  "a description of %j costs time by its length alone, as far as it is not nested too deep",
  (unit) => {
    expectLinear((text) => (htmlDepth(text) > mostHtmlDepth ? "" : summaryOf(cleanDescription(text))), repeated(unit), 100_000);
  },
);

test.each(["*", "*a", "**a ", "- a\n", "\n ", "<b>", "<b> ", "<br>", "<p>a</p>"])(
  "a description typed as %j does so too",
  (unit) => {
    expectLinear((text) => textOfHtml(htmlOfText(text)), repeated(unit), 100_000);
  },
);

const around = (before: string, unit: string, after: string) => (length: number) => before + repeated(unit)(length) + after;

test.each([
  ["a page's heading of blanks", readPageFile, around("# a", " ", "b\n\nText")],
  ["a page's heading of signs", readPageFile, around("# a ", "#", "b\n\nText")],
  ["a page's heading of brackets", readPageFile, around("# ", "[", "\n\nText")],
  ["the front matter of a page", readPageFile, around("---\ntitle: ", " ", "b\n---\n\nText")],
  ["front matter without an end", readPageFile, around("---\n", "\n--- ", "b")],
  ["a product's address of slashes", slugIn, around("", "/", "x")],
  ["a product's address of marks", slugIn, around("", "#", "\u2028x")],
  ["an order number of blanks", orderNumber, around("order", " ", "x")],
  ["an order number of blanks around a sign", orderNumber, around("", " ", "#x")],
  ["a name of hyphens", slugOf, around("a", "-", "b")],
  ["a name of blanks", slugOf, around("a", " ", "b")],
  ["words of a search", wordsOf, repeated("a ")],
  ["one word of a search", wordsOf, repeated("é")],
] as const)("%s costs time by its length alone", (_, read, textOfLength) => {
  expectLinear(read, textOfLength, 200_000);
});

test.each([" ", "\n", "\r\n", "a\n\n\n"])("a review of %j costs time by its length alone", (unit) => {
  expectLinear((text) => tidyReview({ stars: 5, title: text, text, author: text }), around("a", unit, "b"), 200_000);
});
