import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { guards } from "./mutations/guards.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const first = (matches: Iterable<RegExpMatchArray>) => new Set([...matches].map(([, name]) => name ?? ""));

const requirements = first(read("docs/requirements.md").matchAll(/^(\d+)\. /gm));
const labels = first(read("docs/checkout.md").matchAll(/^### ([IK]\d+)$/gm));
const decisions = new Set(readdirSync(join(root, "docs/decisions")).flatMap((name) => name.match(/^\d{3}(?=-)/) ?? []));

const folders = "{server,islands,tests,views,static,docs}/**/*.{ts,tsx,mjs,js,css,hbs,md}";
const files = globSync(["*.{ts,mjs,md}", folders], {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist)$|citations\.test\.ts$/.test(path),
});

/** A space, or a line break within a comment. */
const space = String.raw`(?:[ ]|\n[ \t]*(?:\*|\/\/)?[ ]?)`;
const number = String.raw`\d+(?:[–-]\d+)?`;
const listOfNumbers = new RegExp(String.raw`\brequirements?${space}(${number}(?:[,;]${space}${number})*)`, "gi");
const comments = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|\{\{![\s\S]*?\}\}/g;
/** Labels in brackets or quotation marks are citations anywhere, for example in a test's title. */
const bracketed = /\([^()\n]*\)|"[IK]\d{1,2}"/g;
const elsewhere = new RegExp(String.raw`\bacceptance${space}\d|\b(?:decisions?|contract|specification)${space}§\d`, "gi");

/** The citations in a text whose target does not exist. */
function lostCitations(path: string, text: string): string[] {
  const cited = [...text.matchAll(listOfNumbers)].flatMap(([, list]) => list?.match(/\d+/g) ?? []);
  const places = path.endsWith(".md") ? [text] : [...(text.match(comments) ?? []), ...(text.match(bracketed) ?? [])];
  const named = places.flatMap((place) => place.match(/\b[IK]\d{1,2}\b/g) ?? []);
  const decided = [...text.matchAll(/\bdecisions?[/ ](\d{3})\b/g)].map(([, name]) => name ?? "");
  return [
    ...cited.filter((item) => !requirements.has(item)).map((item) => `requirement ${item}`),
    ...named.filter((label) => !labels.has(label)),
    ...decided.filter((name) => !decisions.has(name)).map((name) => `decisions/${name}`),
    ...(text.match(elsewhere) ?? []),
  ].map((citation) => `${path}: ${citation}`);
}

describe("a citation", () => {
  test("leads to a requirement, a rule of the checkout, or a decision that is in the repository", () => {
    expect(files.flatMap((path) => lostCitations(path, read(path)))).toEqual([]);
  });

  test("is found in comments, titles and documents", () => {
    const told = (path: string, text: string) => lostCitations(path, text).map((line) => line.slice(path.length + 2));
    expect(told("a.ts", "/** Words (requirements 12,\n * 13–999). */")).toEqual(["requirement 999"]);
    expect(told("a.test.ts", 'test("is told (I99)", () => {}); // K98')).toEqual(["K98", "I99"]);
    expect(told("a.hbs", "{{!-- I97 --}} I96")).toEqual(["I97"]);
    expect(told("a.md", "K95, decisions/999-x.md")).toEqual(["K95", "decisions/999"]);
    expect(told("a.ts", "// acceptance 5, decisions §4, checkout contract\n// §2")).toHaveLength(3);
  });
});

test("a guard names a rule that is in the repository, or a part of the shop", () => {
  const isThere = (rule: string) => labels.has(rule) || decisions.has(rule) || /^[a-z]+$/.test(rule);
  expect(guards.filter(({ rule }) => !isThere(rule)).map(({ rule, guard }) => `${rule}: ${guard}`)).toEqual([]);
});

test("requirements are numbered from 1 without a gap", () => {
  expect([...requirements]).toEqual(Array.from(requirements, (_, at) => String(at + 1)));
});
