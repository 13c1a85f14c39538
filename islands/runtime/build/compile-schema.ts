import { type ZodType, z } from "zod";
import type { CompiledSchema } from "../schema-keywords.ts";

/** Keywords without a function of their own: other keywords read them. */
const readByOthers = ["default", "required", "propertyNames"];
/**
 * The keywords that the browser's check knows (schema-keywords.ts), in the order in which it reads
 * them.
 */
const rules = new Set([
  ...readByOthers,
  ..."type anyOf properties additionalProperties items const enum pattern".split(" "),
  ..."minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems".split(" "),
]);
/**
 * Keywords that only describe, and are ignored. `compile` also ignores `format` if a `pattern`
 * beside it enforces the same.
 */
const notes = new Set(["$schema", "title", "description", "examples", "deprecated", "id"]);

type Json = Record<string, unknown>;

/**
 * A schema as production browsers check it, and the parts that they cannot check, with their paths:
 * refinements, transforms and the like.
 */
export function compileSchema(schema: ZodType): { compiled: CompiledSchema; refused: string[] } {
  const refused: string[] = [];
  const json = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, path }) => {
      const problem = uncheckable(zodSchema._zod.def as Definition);
      if (problem) refused.push(`${problem} at ${path.join(".") || "props"}`);
    },
  });
  return { compiled: compile(json as Json, [], refused), refused };
}

type Definition = { type: string; coerce?: boolean; checks?: { _zod: { def: { check: string; pattern?: RegExp } } }[] };

/** The part of a type that JSON Schema cannot express. */
function uncheckable({ type, coerce, checks = [] }: Definition): string | undefined {
  if (coerce) return "z.coerce";
  if (["transform", "pipe", "catch", "prefault", "custom", "lazy", "template_literal"].includes(type)) return `z.${type}()`;
  const { check } = checks.map(({ _zod }) => _zod.def).find(({ check }) => check === "custom" || check === "overwrite") ?? {};
  if (check) return check === "custom" ? "a refinement" : "a method that changes the text";
  const flagged = checks.some(({ _zod }) => _zod.def.pattern?.flags.replace("u", ""));
  return flagged ? "a regular expression with flags" : undefined;
}

function compile(json: Json, path: readonly string[], refused: string[]): CompiledSchema {
  const compiled: Json = {};
  for (const [keyword, value] of Object.entries(json)) {
    // Variants with a discriminating key: at most one of them fits, so `oneOf` means the same as
    // `anyOf`.
    const key = keyword === "oneOf" ? "anyOf" : keyword;
    if (notes.has(key) || (key === "format" && json.pattern !== undefined)) continue;
    const several = key === "type" && Array.isArray(value);
    if (several && !Object.keys(json).some((other) => other !== key && rules.has(other) && other !== "default"))
      compiled.anyOf = value.map((type) => ({ type }));
    else if (!rules.has(key) || several) refused.push(`${key} at ${path.join(".") || "props"}`);
    else compiled[key] = compilePart(key, value, path, refused);
  }
  // A record has no `properties`. With an empty object, the reader begins with an empty result, to
  // which it adds the record's keys.
  if (compiled.type === "object") compiled.properties ??= {};
  return Object.fromEntries([...rules].filter((key) => key in compiled).map((key) => [key, compiled[key]]));
}

function compilePart(key: string, value: unknown, path: readonly string[], refused: string[]): unknown {
  if (key === "properties") {
    const entries = Object.entries(value as Record<string, Json>);
    return Object.fromEntries(entries.map(([name, json]) => [name, compile(json, [...path, name], refused)]));
  }
  if (key === "anyOf") return (value as Json[]).map((json) => compile(json, path, refused));
  const isSchema = ["items", "propertyNames", "additionalProperties"].includes(key) && typeof value === "object";
  return isSchema ? compile(value as Json, [...path, key], refused) : value;
}

/** The keywords in these schemas whose functions a browser needs. */
export function usedKeywords(schemas: readonly CompiledSchema[]): string[] {
  const inner = ({ properties = {}, anyOf = [], items, additionalProperties, propertyNames }: CompiledSchema) =>
    [...Object.values(properties), ...anyOf, items, additionalProperties, propertyNames].filter(
      (one) => one !== undefined && one !== false,
    );
  const all = (schema: CompiledSchema): string[] => [...Object.keys(schema), ...inner(schema).flatMap(all)];
  return [...new Set(schemas.flatMap(all))].filter((key) => !readByOthers.includes(key)).sort();
}
