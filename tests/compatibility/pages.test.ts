import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { describe, expect, test } from "vitest";
import { browsers, gate, target } from "../../islands/supported-browsers.ts";
import { lookUp, newestBefore } from "../support/compat/data.ts";
import { judgeSelector, ungatedStyles } from "../support/compat/scripting.ts";
import { usesInStyles } from "../support/compat/styles.ts";
import { judge, judgePolicy } from "../support/compat/unsupported.ts";
import { usesInView } from "../support/compat/views.ts";
import { inFolder } from "./folder.ts";

const style = (text: string) => judge({ scripts: [], pages: inFolder("a.css", text, usesInStyles) }, []);
const view = (text: string) => judge({ scripts: [], pages: inFolder("a.hbs", text, usesInView) }, []);

describe("styles and templates", () => {
  test.each([
    ["a { anchor-name: --a; }", "css.properties.anchor-name"],
    ["a { overscroll-behavior: contain; }", "css.properties.overscroll-behavior"],
    ["a { text-wrap: pretty; }", "css.properties.text-wrap.pretty"],
    ["a { color: oklch(from red l c h); }", "css.types.color.oklch.relative_syntax"],
    ["a { inline-size: calc-size(auto, size); }", "css.types.calc-size"],
    ["a { transition: display 1s allow-discrete; }", "css.properties.transition-behavior.allow-discrete"],
    ["a { &::details-content { color: red; } }", "css.selectors.details-content"],
    ["@starting-style { a { color: red; } }", "css.at-rules.starting-style"],
    ["@container style(--a: 1) { a { color: red; } }", "css.at-rules.container.style_queries_for_custom_properties"],
  ])("%s is found", (text, feature) => {
    expect(style(text)).toEqual(expect.arrayContaining([expect.stringContaining(`a.css:1 ${feature}`)]));
  });

  test("what all have, or have by the prefix that the build writes, is no fault", () => {
    expect(style("a { color: light-dark(red, blue); text-wrap: balance; & b:has(i) { block-size: 1dvh; } }")).toEqual([]);
    expect(style("a { user-select: none; }")).toEqual([]);
  });

  test("@supports excuses what comes with the feature that it asks for, and no more", () => {
    const scoped = (condition: string) => `@supports ${condition} { a::details-content { content-visibility: visible; } }`;
    expect(style(scoped("selector(::details-content)"))).toEqual([]);
    expect(style(scoped("(display: grid)"))).not.toEqual([]);
    expect(style(scoped("not selector(::details-content)"))).not.toEqual([]);
  });

  test("what needs a script is shown only where the loader starts islands", () => {
    const shown = "@media (scripting: enabled) { a { color: red; } }";
    expect(inFolder("a.css", shown, ungatedStyles)).toHaveLength(1);
    expect(inFolder("a.css", `@supports selector(:popover-open) { ${shown} }`, ungatedStyles)).toEqual([]);
    expect(judgeSelector()).toEqual([]);
  });

  test("attributes of templates are found around Handlebars' own signs", () => {
    expect(view('<p>\n<dialog {{#if a}}open{{/if}} class="{{b}} c" closedby="any">')).toEqual([
      expect.stringContaining("a.hbs:2 html.elements.dialog.closedby"),
    ]);
    expect(view("{{!-- {{a}} <dialog closedby> --}}<dialog open><img loading='lazy' alt='{{a}}'>")).toEqual([]);
  });
});

describe("the policy", () => {
  test("the lowest versions are those that were the newest thirty months before", () => {
    expect(newestBefore("2026-11-22")).toMatchObject({ chrome: "125", firefox: "126", safari: "17.5" });
    expect(newestBefore("2026-07-01")).toMatchObject({ chrome: "120", firefox: "121", safari: "17.2" });
  });

  test("every supported browser passes the gate, and a loader that does not ask for it is a fault", () => {
    const feature = lookUp(...gate.feature.split("."));
    if (!feature) throw new Error("no gate");
    expect(judge({ scripts: [], pages: [{ feature, file: "a", line: 1, detected: false }] }, [], browsers)).toEqual([]);
    const asking = { feature, file: gate.file, line: 1, detected: true };
    expect(judgePolicy([asking])).toEqual([]);
    expect(judgePolicy([{ ...asking, detected: false }])).toEqual([expect.stringContaining("does not ask for")]);
  });
});

test("content with an empty alternative text follows the same content without one, for older browsers", () => {
  const root = join(import.meta.dirname, "../..");
  const built = globSync("static/css/**/*.css", { cwd: root })
    .map((file) => readFileSync(join(root, file), "utf8"))
    .map((text) => transformSync(text, { loader: "css", minify: true, charset: "utf8", target }).code);
  const contents = built.flatMap((text) => [...text.matchAll(/(?:content:([^;{}]*);)?content:([^;{}]*) ?\/ ?""/g)]);

  expect(contents).toHaveLength(3);
  for (const [, before, content] of contents) expect(before).toBe(content?.trim());
});
