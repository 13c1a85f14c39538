import { type Element, Window } from "happy-dom";
import { expect, test } from "vitest";
import { cleanDescription } from "../../server/catalog/description.ts";
import { pagesOf, type Words } from "./worded-shop.ts";

const harmless: Words = (field) => `¤${field} plain words¤`;
/**
 * Text that ends a text, an attribute, a script and a comment, and text that looks like a
 * template's own syntax.
 */
const malicious: Words = (field) =>
  `¤${field}'"><img src=x onerror=a()></script></title><script>a()</script><!--{{7}}\u2028&lt;¤`;

const fields = new Set<string>();
const recording: Words = (field) => malicious(fields.add(field) && field);

let made: Promise<Awaited<ReturnType<typeof pagesOf>>[]> | undefined;
/** The first call crawls two whole shops. Later calls get the same pages. */
async function walked() {
  made ??= Promise.all([pagesOf(harmless), pagesOf(recording)]);
  const [plain, worded] = await made;
  if (!plain || !worded) throw new Error("nothing was walked");
  const pages = ({ pages, email }: typeof plain) => [...pages, ["email", email.html] as const];
  return { plain: pages(plain), pages: pages(worded), email: worded.email };
}

const { DOMParser } = new Window();
const elementsOf = (html: string): Element[] => [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("*")];

/** Every element with the names of its attributes, in order. */
const shapeOf = (html: string): string[] =>
  elementsOf(html).map((element) => [element.tagName, ...element.getAttributeNames().sort()].join(" "));

const isData = (element: Element): boolean => /json/.test(element.getAttribute("type") ?? "");

/** Every text in a JSON value, including keys. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.entries(value).flat().flatMap(textsIn) : [];
};

/**
 * The words of an attribute: an address is decoded like on its server, and props like in their
 * island.
 */
const wordsOf = (name: string, value: string): string[] => {
  if (name.startsWith("data-props") && value.startsWith("{")) return textsIn(JSON.parse(value)).map(decoded);
  return [decoded(value)];
};

const decoded = (text: string): string =>
  /^(?:https?:\/)?\/\S*$/.test(text) ? decodeURIComponent(text.replaceAll("+", " ")) : text;

/** An element's own text, and each comment in it. */
const ownText = ({ childNodes }: Element): string[] => {
  const texts = [...childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent);
  return [
    texts.join(""),
    ...[...childNodes].filter(({ nodeType }) => nodeType === 8).map(({ textContent }) => textContent ?? ""),
  ];
};

/** All texts of a page: for its reader, in attributes, and for its scripts. */
const saidIn = (html: string): string[] =>
  elementsOf(html).flatMap((element) => [
    ...element.getAttributeNames().flatMap((name) => wordsOf(name, element.getAttribute(name) ?? "")),
    ...(isData(element) ? textsIn(JSON.parse(element.textContent)).map(decoded) : ownText(element)),
  ]);

/**
 * The forms in which a field's words may occur: normalized in an address or a search, in lower case
 * in a sentence, and the shop's name cut at its limit.
 */
const formsOf = (field: string): string[] => {
  const words = field === "store" ? malicious(field).slice(0, 60) : malicious(field);
  return [words, words.replace(/\s+/g, " "), words.toLowerCase()];
};

test("no word of a shopper or an owner is an element or an attribute, on any page or email", async () => {
  const { plain, pages } = await walked();
  for (const [at, [name, html]] of pages.entries()) {
    const shape = shapeOf(html);
    expect(shape.length).toBeGreaterThan(20);
    expect([name, shape]).toEqual([name, shapeOf(plain[at]?.[1] ?? "")]);
  }
});

test("every word arrives as it was given, in text, attributes, props and data, and in emails", async () => {
  const { pages, email } = await walked();
  const said = new Map(pages.map(([name, html]) => [name, saidIn(html)]));
  said.set("email's text", [email.text]).set("email's subject", [email.subject]);
  const seen = new Set<string>();
  for (const [name, texts] of said)
    for (const text of texts) {
      // A description is the owner's HTML, of which only some tags are kept.
      let rest = text.replace(/¤description[^¤]*$/, "");
      for (const field of text.includes("¤") ? fields : [])
        for (const form of formsOf(field)) {
          if (rest.includes(form)) seen.add(field);
          rest = rest.replaceAll(form, "");
        }
      expect([name, rest]).toEqual([name, expect.not.stringContaining("¤")]);
    }
  const unseen = [...fields].filter((field) => !seen.has(field) && !field.startsWith("banner"));
  expect(unseen.sort(), "a card, and what names nothing, is never said again").toEqual(["card", "description", "unknown"]);
  expect([...said.values()].flat()).toContain("mary'{{7}}&lt@example.com");
});

test("a description keeps its words, and nothing of what could run or lead elsewhere", () => {
  for (const html of [
    "<img src=x onerror=a()><svg onload=a()><math><mtext><style><img src=x onerror=a()></style></math>words",
    '<p onclick="a()" style="color:red" id="main" class="hero">words</p><a href="javascript:a()">words</a>',
    '<scr<script>ipt>a()</script><iframe srcdoc="<script>a()</script>"></iframe>words<form action="//evil.example"><input name="q">',
    "<!--><script>a()</script>--><![CDATA[<script>a()</script>]]><noscript><p title='</noscript><img src=x onerror=a()>'>words",
    '</div></main><base href="//evil.example"><meta http-equiv="refresh" content="0"><link rel="stylesheet" href="//evil.example">words',
  ]) {
    const kept = cleanDescription(html);
    expect(kept).toContain("words");
    const allowed = ["HTML", "HEAD", "BODY", "P", ""];
    expect([html, shapeOf(kept).filter((shape) => !allowed.includes(shape))]).toEqual([html, []]);
  }
});
