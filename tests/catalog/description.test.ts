import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanDescription } from "../../server/catalog/description.ts";

test("a description keeps words, lists, tables and headings, which begin at the third level", () => {
  const html = "<h1>Care</h1><p>a &amp; <strong>b</strong><br>c</p><ul><li>d</li></ul><table><tr><td>e</td></tr></table>";
  expect(cleanDescription(`\n ${html} \n`)).toBe(
    "<h3>Care</h3><p>a &amp; <strong>b</strong><br />c</p><ul><li>d</li></ul><table><tr><td>e</td></tr></table>",
  );
  expect(cleanDescription("<h2>a</h2><h5>b</h5><h6>c</h6><div>d</div>")).toBe("<h3>a</h3><h4>b</h4><h4>c</h4><p>d</p>");
});

test.each([
  ['<p onclick="x()" style="a: b">a</p>', "<p>a</p>"],
  ['<p>a<a href="javascript:x()">b</a><img src=x onerror=y()></p>', "<p>ab</p>"],
  ["<script>x()</script><style>p { color: red }</style><p>a</p>", "<p>a</p>"],
  ["<p>a</p><iframe src=//b.example></iframe><svg><script>x()</script></svg>", "<p>a</p>"],
  ["<scr<script>ipt>x()</scr</script>ipt>", "ipt&gt;x()ipt&gt;"],
  ["<textarea><p>a</p></textarea><xmp><b>c</b></xmp>", ""],
  ["<p>a<!-- <script>x()</script> -->b</p>", "<p>ab</p>"],
  ["&lt;script&gt;x()&lt;/script&gt;", "&lt;script&gt;x()&lt;/script&gt;"],
  ["a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"],
  ["<li>a</li><constructor>b</constructor><__proto__>c</__proto__>", "<li>a</li>b&lt;__proto__&gt;c"],
  ["<P CLASS=x>a</P ><BR/>", "<p>a</p><br />"],
  ["<p>a<p>b", "<p>a</p><p>b</p>"],
  ["<p><ul><li>a</li></ul></p>", "<ul><li>a</li></ul>"],
  ["<p><span>\n<p>a</p>\n</span></p>", "<p>a</p>"],
  ["<div><p>a</p><div>b<ul><li>c</ul></div>", "<p>a</p><p>b</p><ul><li>c</li></ul>"],
  ["<p>a<b>b<ul><li>c<p>d<li>e</ul></b></p>", "<p>a<b>b</b></p><ul><li>c<p>d</p></li><li>e</li></ul>"],
  ["<table><tr><td>a<p>b<td>c</table>", "<table><tr><td>a<p>b</p></td><td>c</td></tr></table>"],
  ["<p>a</p>b</p>c", "<p>a</p>b<p></p>c"],
  ["<p>a\r\nb</p>", "<p>a\nb</p>"],
  ["<strong><em>a</strong>b", "<strong><em>a</em></strong>b"],
  ["<form action=//b.example><input name=a><button>b</button></form>", "b"],
  ['<math><mtext><table><mglyph><style><img src=x onerror="y()">', "<table></table>"],
])("of %s stays %s", (html, expected) => {
  expect(cleanDescription(html)).toBe(expected);
});

const names = ["p", "br", "strong", "ul", "li", "table", "tr", "td", "h1", "div", "span", "a", "script", "style", "svg", "img"];
const signs = [
  "<",
  ">",
  "&",
  "&amp;",
  "&lt;",
  "&#60;",
  "&#x3c;script&#x3e;",
  '"',
  "'",
  "\n",
  "\0",
  "\u00a0",
  "<!--",
  "-->",
  "<![CDATA[",
];
const attributes = [
  "",
  ' class="x"',
  " onclick='y()'",
  ' href="javascript:x()"',
  ' a="<script>"',
  ' title="a>b"',
  " / a",
  " a=b",
  ' a="',
];
const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...names), fc.constantFrom(...attributes)).map(([name, more]) => `<${name}${more}>`),
  },
  { weight: 4, arbitrary: fc.constantFrom(...names).map((name) => `</${name}>`) },
  { weight: 2, arbitrary: fc.constantFrom(...signs) },
  { weight: 3, arbitrary: fc.string({ maxLength: 6 }) },
);
const tag = /<(?:br \/|\/?(?:p|strong|em|b|i|u|ul|ol|li|h3|h4|blockquote|table|thead|tbody|tr|th|td))>/g;

const paragraphWithBlock = /<p>(?:(?!<\/p>)[\s\S])*<(?:p|ul|ol|li|h3|h4|blockquote|table|tr|td)>/;

test("whatever a description holds, cleaning it again changes nothing, and paragraphs hold no blocks", () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 16 }).map((parts) => parts.join("")),
      (html) => {
        const clean = cleanDescription(html);
        expect(cleanDescription(clean)).toBe(clean);
        expect(clean).not.toMatch(paragraphWithBlock);
      },
    ),
    { numRuns: 2000 },
  );
});

test("whatever a description holds, only these tags without attributes stay, and no other sign that opens one", () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
      (html) => {
        expect(cleanDescription(html).replace(tag, "")).not.toMatch(/[<>]/);
      },
    ),
    { numRuns: 2000 },
  );
});
