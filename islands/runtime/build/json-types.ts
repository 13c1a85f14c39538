import { type ZodType, z } from "zod";
import type { CompiledSchema } from "../schema-keywords.ts";
import { compileSchema } from "./compile-schema.ts";
import type { IslandSource } from "./find-islands.ts";
import { lineOf, type Problem, shownPath } from "./problems.ts";

/** Types whose values JSON changes or drops, with advice on a replacement. */
const instead: Readonly<Record<string, string>> = {
  date: "Take z.iso.datetime() and make the date in the component.",
  bigint: "Take z.string() or, up to 2^53, z.int().",
  map: "Take z.record().",
  set: "Take z.array().",
  nan: "Take z.number().nullable().",
  symbol: "Take z.enum().",
  function: "Import the function in the component.",
  promise: "Await it before you render, and take the type of its value.",
  file: "Take z.url().",
};

type ReadSchema = { json: object; compiled: CompiledSchema; problems: Problem[] };

/**
 * The schema of the island's props, as JSON Schema and as browsers check it, and the parts that
 * JSON cannot carry or browsers cannot check.
 */
export function readSchema(schema: ZodType, { name, props }: IslandSource): ReadSchema {
  const problems: Problem[] = [];
  const json = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, path }) => {
      const { type } = zodSchema._zod.def;
      if (instead[type] !== undefined) problems.push(problemOf(name, props, type, path.map(String), instead[type]));
    },
  });
  const { compiled, refused } = compileSchema(schema);
  // A type that JSON cannot carry is reported only once.
  if (problems.length === 0) problems.push(...refused.map((description) => uncheckable(name, props, description)));
  return { json, compiled, problems };
}

const uncheckable = (island: string, file: string, description: string): Problem => ({
  kind: "props",
  text: `Island ${island}: its schema has ${description}, which browsers cannot check`,
  file: shownPath(file),
  remedy: "Check this on the server before it becomes a prop, or in the component.",
});

const ofSchema = new Set(["properties", "items", "anyOf", "oneOf", "allOf", "additionalProperties", "prefixItems"]);

function problemOf(island: string, file: string, type: string, path: readonly string[], remedy: string): Problem {
  const prop = path.filter((key, at) => !(ofSchema.has(key) && path[at - 1] !== "properties") && !/^\d+$/.test(key)).join(".");
  const key = prop.split(".").at(-1);
  const line =
    (key && lineOf(file, new RegExp(`\\b${key}["']?\\s*:.*\\b${type}\\(`))) ?? lineOf(file, new RegExp(`\\b${type}\\(`));
  const text = `Island ${island}: ${prop || "props"} is z.${type}(), which JSON cannot carry`;
  return { kind: "props", text, file: shownPath(file), ...(line && { line }), remedy };
}
