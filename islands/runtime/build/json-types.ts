import { type ZodType, z } from "zod";
import type { IslandSource } from "./find-islands.ts";
import { lineOf, type Problem, shownPath } from "./problems.ts";

/** Types whose values JSON changes or drops, and what to take instead. */
const instead: Readonly<Record<string, string>> = {
  date: "Take z.iso.datetime() and make the date in the component.",
  bigint: "Take z.string() or, up to 2^53, z.int().",
  map: "Take z.record().",
  set: "Take z.array().",
  nan: "Take z.number().nullable().",
  symbol: "Take z.enum().",
  function: "A component gets its functions from modules that it imports.",
  promise: "Take the value that it resolves to.",
  file: "Take z.url().",
};

/** The island's props in JSON Schema, and every type of them that JSON cannot carry. */
export function readSchema(schema: ZodType, { name, props }: IslandSource): { json: object; problems: Problem[] } {
  const problems: Problem[] = [];
  const json = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, path }) => {
      const { type } = zodSchema._zod.def;
      if (instead[type] !== undefined) problems.push(problemOf(name, props, type, path.map(String), instead[type]));
    },
  });
  return { json, problems };
}

const ofSchema = new Set(["properties", "items", "anyOf", "oneOf", "allOf", "additionalProperties", "prefixItems"]);

function problemOf(island: string, file: string, type: string, path: readonly string[], remedy: string): Problem {
  const prop = path.filter((key, at) => !(ofSchema.has(key) && path[at - 1] !== "properties") && !/^\d+$/.test(key)).join(".");
  const key = prop.split(".").at(-1);
  const line =
    (key && lineOf(file, new RegExp(`\\b${key}["']?\\s*:.*\\b${type}\\(`))) ?? lineOf(file, new RegExp(`\\b${type}\\(`));
  const text = `Island ${island}: ${prop || "props"} is z.${type}(), which JSON cannot carry`;
  return { kind: "props", text, file: shownPath(file), ...(line && { line }), remedy };
}
