import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPageSlug, readPageFile, writePageFile } from "../../server/content/rules/page-file.ts";
import { inFooterOrder } from "../../server/content/rules/page-order.ts";
import { firstWords, pageHtml, renderMarkdown } from "../../server/markdown.ts";
import { often } from "../support/long-form.ts";

const refusal = (text: string) => {
  const read = readPageFile(text);
  return read.ok ? undefined : read.error;
};

describe("the file of a page", () => {
  test("has its title from the first heading, which does not stand in the text again", () => {
    expect(readPageFile("\uFEFF# How we *ship* #\r\n\r\nBy post.\r\n")).toEqual({
      ok: true,
      value: { title: "How we ship", description: undefined, markdown: "By post." },
    });
  });

  test("has title and description from front matter, and then another first heading stays", () => {
    const text = '---\ntitle: "Shipping: how"\nDescription: All of it.\n---\n\n# Rates\n\nCheap.';
    const value = { title: "Shipping: how", description: "All of it.", markdown: "# Rates\n\nCheap." };
    expect(readPageFile(text)).toEqual({ ok: true, value });
    const same = readPageFile("---\ntitle: Rates\n---\n# Rates\nCheap.");
    expect(same).toMatchObject({ ok: true, value: { title: "Rates", markdown: "Cheap." } });
  });

  test("is refused with what it lacks", () => {
    expect(refusal("Only words.")).toContain("no title");
    expect(refusal("# Title\n\n  \n")).toContain("no text");
    expect(refusal("---\nauthor: Ann\n---\n# T\n\nWords")).toContain("“author: Ann”");
    expect(refusal(`# ${"long ".repeat(30)}\n\nWords`)).toContain("longer than 100");
    expect(refusal(`---\ndescription: ${"long ".repeat(90)}\n---\n# T\n\nWords`)).toContain("longer than 300");
    expect(refusal(`# T\n\n${"x".repeat(200_001)}`)).toContain("200,000");
    expect(refusal("# T\n\nbe\0fore")).toContain("not text");
  });

  test("that a page was printed as is the same page again", () => {
    const line = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
      .map((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, "").trim());
    const page = fc
      .record({
        title: line,
        description: line,
        markdown: fc.array(line, { minLength: 1 }).map((lines) => lines.join("\n").trim()),
      })
      .filter(({ title, description, markdown }) => [title, description, markdown].every((text) => text !== ""));
    const isHeading = (markdown: string) => /^#[ \t]/.test(markdown);
    fc.assert(
      fc.property(page, (written) => {
        fc.pre(!isHeading(written.markdown));
        expect(readPageFile(writePageFile(written))).toEqual({ ok: true, value: written });
      }),
      { numRuns: often(200, 5000) },
    );
  });

  test("has a slug of small letters, digits and single hyphens", () => {
    for (const slug of ["shipping", "size-guide-2", "a".repeat(64)]) expect([slug, isPageSlug(slug)]).toEqual([slug, true]);
    for (const slug of ["", "Shipping", "a--b", "-a", "a/", "ü", "a".repeat(65)])
      expect([slug, isPageSlug(slug)]).toEqual([slug, false]);
  });
});

describe("a page's Markdown", () => {
  test("keeps headings, lists, tables and links to the web, to mail, to telephones and within the shop", () => {
    const html = pageHtml(
      "# One\n\n## Two\n\n- [web](https://a.example/?b=1&c=2)\n- [mail](mailto:a@b.example)\n- [call](tel:+15550100)\n- [cart](/storefront/cart/)\n\n| A | B |\n| - | - |\n| 1 | 2 |\n",
    );
    expect(html).toMatch(/^<h2>One<\/h2>\s*<h2>Two<\/h2>/);
    for (const part of [
      '<a href="https://a.example/?b=1&amp;c=2">web</a>',
      '<a href="mailto:a@b.example">mail</a>',
      '<a href="tel:+15550100">call</a>',
      '<a href="/storefront/cart/">cart</a>',
      '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>',
      "<th>A</th>",
      "<td>2</td>",
    ])
      expect(html).toContain(part);
  });

  test("brings no script, style, picture, frame, handler or foreign scheme onto the page", () => {
    const malicious = [
      "<script>alert(1)</script>",
      "[x](javascript:alert(1))",
      "[x](JaVa&#115;cript:alert(1))",
      "[x](data:text/html,<script>alert(1)</script>)",
      "[x](//evil.example/)",
      "![x](https://evil.example/x.png)",
      '<img src=x onerror="alert(1)">',
      '<a href="/" onclick="alert(1)" style="position:fixed" class="button" target="_top">x</a>',
      "<style>body{display:none}</style>",
      '<iframe src="https://evil.example"></iframe>',
      "<form action=//evil.example><input name=q></form>",
      "<svg><script>alert(1)</script></svg>",
      "`</code><script>alert(1)</script>`",
      '[x](/a" onmouseover="alert(1))',
    ];
    for (const markdown of malicious) {
      const html = pageHtml(`Before\n\n${markdown}\n\nAfter`);
      expect(html, markdown).not.toMatch(
        /<(?:script|style|img|iframe|form|input|svg)|<[^>]*(?:javascript|data:|on\w+=|style=|class=|target=|=.\/\/)/i,
      );
      expect(html, markdown).toContain("After");
    }
  });

  test("makes links of addresses that are meant as such, and of no file's name", () => {
    expect(pageHtml("See https://a.example/b?c=d, www.b.example/e. Or c@d.example, not readme.md or //e.example")).toBe(
      '<p>See <a href="https://a.example/b?c=d">https://a.example/b?c=d</a>, <a href="http://www.b.example/e">www.b.example/e</a>. ' +
        'Or <a href="mailto:c@d.example">c@d.example</a>, not readme.md or //e.example</p>',
    );
    expect(pageHtml("Was ~~ten~~ nine.")).toBe("<p>Was <del>ten</del> nine.</p>");
  });

  test.each([">", "> ", "- ", "1. ", "<b>", "<div>\n\n"])(
    "that nests %j without end is refused, and shown as text where it was saved",
    (unit) => {
      expect(renderMarkdown(`${unit.repeat(8)}a`).ok).toBe(true);
      const endless = `${unit.repeat(5000)}a`;
      expect(renderMarkdown(endless)).toMatchObject({ ok: false, error: expect.stringContaining("too deep") });
      expect(pageHtml(endless)).toMatch(/^<pre>(?!.*<[bd])[\s\S]*a<\/pre>$/);
    },
  );

  test("gives its first paragraph as a description that results show", () => {
    expect(firstWords(pageHtml("## Rates\n\nWe *ship* “Tom & Jerry” to <b>all</b> states.\n\nMore."))).toBe(
      "We ship “Tom & Jerry” to all states.",
    );
    expect(firstWords(pageHtml("word ".repeat(60))).length).toBeLessThan(160);
  });
});

test("footers list the pages that every shop has first, and the others by title", () => {
  const pages = ["zebra", "terms", "shipping", "size-guide"].map((slug) => ({ slug, title: slug.toUpperCase() }));
  expect(inFooterOrder(pages).map(({ slug }) => slug)).toEqual(["shipping", "terms", "size-guide", "zebra"]);
});
