import { rmSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { browsers } from "../../islands/supported-browsers.ts";
import { type Feature, lacking, lookUp, type Use } from "../support/compat/data.ts";
import type { Exception } from "../support/compat/exceptions.ts";
import { usesInPackage } from "../support/compat/packages.ts";
import { usesInScripts } from "../support/compat/scripts.ts";
import { judge } from "../support/compat/unsupported.ts";
import { folderWith, inFolder } from "./folder.ts";

// TypeScript takes a second to read the web's declarations, so all scripts of these tests are
// checked at once.
const sources: Record<string, string> = {};
function source(text: string, ending = "ts"): string {
  const file = `${Object.keys(sources).length}.${ending}`;
  sources[file] = `${text}\nexport {};`;
  return file;
}
let uses: readonly Use[] = [];
beforeAll(() => {
  const folder = folderWith(sources);
  uses = usesInScripts(folder, Object.keys(sources));
  rmSync(folder, { recursive: true });
});

const script = (file: string, exceptions: readonly Exception[] = []) =>
  judge({ scripts: uses.filter((use) => use.file === file), pages: [] }, exceptions);

describe("scripts", () => {
  const transitions = source("\nonpageswap = () => {};");
  test("what an older browser lacks is named with its place and the versions that have it", () => {
    expect(script(transitions)).toEqual([
      expect.stringMatching(/\.ts:2 api\.Window\.pageswap_event is not in Chrome before 124, .*Firefox, .*Safari/),
    ]);
  });

  test.each(
    [
      ["a member", "export const at = (el: Element) => el.currentCSSZoom;", "api.Element.currentCSSZoom"],
      ["a method", "export const shown = (el: HTMLElement) => el.checkVisibility();", "api.Element.checkVisibility"],
      ["a member that a mixin declares", "export const f = (a: ParentNode, b: Element) => a.moveBefore(b, null);", "moveBefore"],
      [
        "a member taken out",
        "export const f = ({ sourceElement }: NavigateEvent) => sourceElement;",
        "NavigateEvent.sourceElement",
      ],
      ["a static function", "export const address = URL.parse('/');", "api.URL.parse_static"],
      ["a constructor", "export const caret = new CaretPosition();", "api.CaretPosition"],
      ["an event", "document.body.addEventListener('scrollend', () => {});", "api.Element.scrollend_event"],
      ["a function of the language", "export const groups = Object.groupBy([1], String);", "javascript.builtins.Object.groupBy"],
      ["a part of a regular expression", "export const word = /(?i:a)b/;", "javascript.regular_expressions.modifier"],
    ].map(([what, text = "", feature]) => [what, source(text), feature] as const),
  )("%s is found", (_what, file, feature) => {
    expect(script(file)).toEqual(expect.arrayContaining([expect.stringContaining(`${feature} is not in`)]));
  });

  const dialog = source('export const box = <dialog closedby="any" onScrollEnd={() => {}} />;', "tsx");
  test("elements, attributes and listeners of JSX are found", () => {
    expect(script(dialog)).toEqual([
      expect.stringContaining("html.elements.dialog.closedby"),
      expect.stringContaining("api.Element.scrollend_event"),
    ]);
  });

  const old = source("export const f = (a: Element, b?: NavigateEvent) => a.toggleAttribute('x') && Object.hasOwn([], 1) && !b;");
  test("what all have, and what is only a type, is no fault", () => {
    expect(script(old)).toEqual([]);
  });

  test.each(
    [
      "export const stop = () => document.activeViewTransition?.skipTransition();",
      "if ('onpagereveal' in window) onpagereveal = () => {};",
      "export const api = self.navigation && navigation;",
      "export const idle = typeof requestIdleCallback === 'function' ? requestIdleCallback : setTimeout;",
      "export function f(el: Element) {\n  if (!('moveBefore' in el)) return;\n  el.moveBefore(el, null);\n}",
    ].map((text) => [text, source(text)]),
  )("what is asked for before is no fault: %s", (_text, file) => {
    expect(script(file ?? "")).toEqual([]);
  });

  const another = source("if (self.navigation) document.startViewTransition(() => {});");
  const atOnce = source("export const f = (el: Element) => el.moveBefore(el, null) ?? 1;");
  test("to ask for one thing does not excuse another, nor to call it at once", () => {
    expect(script(another)).toHaveLength(1);
    expect(script(atOnce)).toHaveLength(1);
  });

  test("a package is looked through by the names of members", () => {
    const found = inFolder("a.mjs", "/* x.moveBefore */ export const a = (x) => x.currentCSSZoom + x.append;", usesInPackage);
    expect(found.map(({ feature }) => feature.id)).toEqual(["api.Element.currentCSSZoom"]);
  });

  const visible = source("export const shown = (el: HTMLElement) => el.checkVisibility();");
  test("what islands use unasked has to be in the oldest browser that passes the gate, not only in the supported ones", () => {
    expect(lacking(lookUp("api", "Element", "checkVisibility") as Feature, browsers)).toEqual([]);
    expect(script(visible)).toEqual([expect.stringContaining("is not in Safari before 17.4, Safari on iOS before 17.4")]);
  });
});

describe("exceptions", () => {
  const zoom = source("export const at = (el: Element) => el.currentCSSZoom;");
  const nothing = source("");
  const bare = source("onpageswap = null;");
  const member = source("window.onpageswap = null;");
  const excepted = (change: Partial<Exception> = {}) => [
    { features: ["api.Element.currentCSSZoom"], files: "*", reason: "a test", ...change },
  ];

  test("an exception excuses a feature in its files alone", () => {
    expect(script(zoom, excepted({ files: zoom }))).toEqual([]);
    expect(script(zoom, excepted({ features: ["api.Element.current*"] }))).toEqual([]);
    expect(script(zoom, excepted({ files: "b.ts" }))).toHaveLength(2);
  });

  test("one that nothing uses any more is a fault", () => {
    expect(script(nothing, excepted())).toEqual([
      expect.stringMatching(/^exception without a use: api\.Element\.currentCSSZoom/),
    ]);
  });

  test("one behind another feature holds only if that one came no earlier", () => {
    expect(script(zoom, excepted({ behind: "api.Element.currentCSSZoom" }))).toEqual([]);
    expect(script(zoom, excepted({ behind: "api.Element.append" }))).toEqual([expect.stringContaining("which is older")]);
  });

  test("a bare name that throws elsewhere is never excused", () => {
    const exception = excepted({ features: ["api.Window.pageswap_event"] });
    expect(script(bare, exception)).toHaveLength(2);
    expect(script(member, exception)).toEqual([]);
  });
});
