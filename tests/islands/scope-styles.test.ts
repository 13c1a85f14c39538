import { expect, test } from "vitest";
import { scopeStyles } from "../../islands/runtime/build/scope-styles.ts";

const scoped = (text: string): string => scopeStyles(text, "shop-").replace(/\s+/g, " ").replaceAll(" )", ")");
const marked = ".shop-el:not(#_)";

test("a rule has effect on marked elements alone, by names of its own", () => {
  expect(scoped(".button > a:hover, p::before { color: red }")).toContain(
    `.shop-button > a:hover${marked}, p${marked}::before { color: red }`,
  );
  expect(scoped("* { margin: 0 }")).toContain(`${marked} { margin: 0 }`);
  expect(scoped(`.card > [data-a="x.y"] { margin: 0 }`)).toContain(`.shop-card > [data-a="x.y"]${marked} {`);
});

test("what belongs to the whole page is left out", () => {
  const text = `html { color: red } body:has(.a) .b { color: red } @font-face { font-family: x }
    ::view-transition { color: red } @view-transition { navigation: auto } .c { font-family: x; color: blue }`;
  const rules = scoped(text);
  expect(rules).not.toMatch(/: red|font|view-transition/);
  expect(rules).toContain(`.shop-c${marked} { color: blue }`);
});

test("custom properties weigh nothing at the root, and colours follow the place's scheme", () => {
  const rules = scoped(`:root { --ink: #000; --gap: 4px } .a { color: var(--ink) }
    @media (prefers-color-scheme: dark) { :root { --ink: #fff } }`);
  expect(rules).toContain(":where(:root) { --shop-rem: 1rem; --shop-ink: #000; --shop-gap: 4px }");
  expect(rules).toContain(":where(:root) { --shop-ink: light-dark(#000,#fff) }");
  expect(rules).toContain("color: var(--shop-ink)");
  expect(rules).not.toContain("prefers-color-scheme");
});

test("sizes follow one property, and of a font only weight, size and height are set", () => {
  const rules = scoped(".a { padding: 0.5rem 2px; font: 500 1.5rem / 1.2 var(--text) }");
  expect(rules).toContain("padding: calc(0.5*var(--shop-rem)) 2px");
  expect(rules).toContain("font-weight: 500; font-size: calc(1.5*var(--shop-rem)); line-height: 1.2");
  expect(rules).not.toContain("--text");
});

test("animations have names of their own", () => {
  const rules = scoped("@keyframes spin { to { rotate: 1turn } } .a { animation: spin 1s var(--ease) }");
  expect(rules).toContain("@keyframes shop-spin { to { rotate: 1turn } }");
  expect(rules).toContain("animation: shop-spin 1s var(--shop-ease)");
});
