import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { describeProblem, type Problem } from "../../build/problems.ts";
import { UsageError } from "../usage.ts";
import { checkElements, type Fault, type Schemas } from "./check-elements.ts";
import { checkHelpers, helperCalls } from "./check-helpers.ts";
import { checkReferences } from "./check-references.ts";
import { checkSlots } from "./check-slots.ts";
import { readMarkup, type Tag } from "./tags.ts";

const options = { schemas: { type: "string", default: "dist/islands.schema.json" } } as const;

/** `islands lint`: prints one line for each finding, and returns 1 if there is any. */
export async function lint(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (positionals.length === 0) throw new UsageError("Give the files or addresses to check");
  if (!isAddress(values.schemas) && !existsSync(values.schemas)) {
    throw new UsageError(`There is no file ${values.schemas}: build the islands first, or name the file by --schemas`);
  }
  const schemas: Schemas = JSON.parse(await readText(values.schemas));
  const problems: Problem[] = [];
  for (const source of positionals) problems.push(...lintText(await readText(source), source, schemas));
  for (const problem of problems) console.log(describeProblem(problem));
  console.log(`${counted(problems.length, "problem")} in ${counted(positionals.length, "file")}`);
  return problems.length > 0 ? 1 : 0;
}

const counted = (count: number, word: string) => `${count || "No"} ${word}${count === 1 ? "" : "s"}`;

const isAddress = (source: string) => /^https?:\/\//.test(source);

async function readText(source: string): Promise<string> {
  if (!isAddress(source)) {
    return await readFile(source, "utf8").catch((error) => {
      throw new UsageError(`${source} cannot be read: ${error.code === "ENOENT" ? "there is no such file" : error.message}`);
    });
  }
  const answer = await fetch(source).catch(() => {
    throw new UsageError(`${source} does not answer`);
  });
  if (!answer.ok) throw new UsageError(`${source} answers with the status ${answer.status}`);
  return await answer.text();
}

/** The problems of one page or template, by line. */
export function lintText(text: string, file: string, schemas: Schemas): Problem[] {
  const markup = readMarkup(text);
  const { tags } = markup;
  const calls = helperCalls(text);
  const faults = [
    ...checkElements(tags, schemas),
    ...checkEmbedded(tags, schemas),
    ...checkHelpers(calls, schemas),
    ...checkReferences(markup, calls),
    ...checkSlots(markup, text),
    ...checkLoader(tags, text),
  ];
  return faults
    .sort((a, b) => a.at - b.at)
    .map(({ at, message }) => ({ kind: "template", file, line: lineAt(text, at), text: message }));
}

/**
 * Finds handwritten islands that are not for pages of other servers. The site's own pages are
 * skipped: they name their loader by its content hash.
 */
function checkEmbedded(tags: readonly Tag[], schemas: Schemas): Fault[] {
  if (tags.some((tag) => /\/entry-\w+\.js/.test(sourceOf(tag)))) return [];
  return tags.flatMap(({ attributes }) => {
    const { value = "", at = 0 } = attributes.get("data-island") ?? {};
    const isOthers = !attributes.has("data-ssr") && Object.hasOwn(schemas, value) && schemas[value]?.["x-embedded"] === false;
    if (!isOthers) return [];
    const remedy = `write "export const embedded = true;" into ${value}.props.ts`;
    return [{ at, message: `${value} is not for pages that others render: ${remedy}` }];
  });
}

const sourceOf = ({ name, attributes }: Tag): string => (name === "script" ? (attributes.get("src")?.value ?? "") : "");

const loaderTag = '<script type="module" async src="/static/islands/entry.js"></script>';

/** Checks that a complete page with handwritten islands names the loader. */
function checkLoader(tags: readonly Tag[], text: string): Fault[] {
  const first = tags.find(({ attributes }) => attributes.has("data-island"));
  const isWhole = tags.some(({ name }) => name === "html") && /<\/html>/i.test(text);
  // A layout or an included template may name the loader.
  const isTemplate = /\{\{|\{%|<\?/.test(text);
  const hasLoader = tags.some((tag) => /\/entry(-\w+)?\.js/.test(sourceOf(tag)));
  if (!first || !isWhole || isTemplate || hasLoader) return [];
  return [{ at: first.at, message: `the page has islands, but no script that loads them: write ${loaderTag}` }];
}

/** The line of a position, from 1. */
const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length;
