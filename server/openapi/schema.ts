import { z } from "zod";

export type Json = Record<string, unknown>;

/** The schemas and responses to which several calls refer, under `components`. */
export type Components = Record<string, unknown>;

/** Removes fields with a default from the required fields, since callers may leave them out. */
function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults);
  if (typeof value !== "object" || value === null) return value;
  const { required, ...own } = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutDefaults(each)]));
  const properties = own.properties as Record<string, Json> | undefined;
  if (!Array.isArray(required) || !properties) return required === undefined ? own : { ...own, required };
  const needed = required.filter((name: string) => !("default" in (properties[name] ?? {})));
  return needed.length > 0 ? { ...own, required: needed } : own;
}

/**
 * A zod schema as JSON Schema. Input is described as it is before transforms. A schema with an id
 * is moved to `components`.
 */
export function schemaOf(schema: z.ZodType, io: "input" | "output", components: Components): Json {
  const { $schema, $defs, ...own } = z.toJSONSchema(schema, { io }) as Json & { $defs?: Components };
  const text = (value: unknown) => JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/');
  for (const [id, each] of Object.entries($defs ?? {})) components[id] = JSON.parse(text(each));
  const described = JSON.parse(text(own)) as Json;
  return io === "input" ? (withoutDefaults(described) as Json) : described;
}
