/**
 * A schema for production browsers: JSON Schema, with its keywords in the order in which they are
 * read. The build writes it (build/compile-schema.ts).
 */
export type CompiledSchema = {
  default?: unknown;
  type?: string;
  anyOf?: readonly CompiledSchema[];
  properties?: Readonly<Record<string, CompiledSchema>>;
  required?: readonly string[];
  /**
   * The schema of keys that `properties` lacks: if absent they are left out, if false they are
   * refused.
   */
  additionalProperties?: CompiledSchema | false;
  propertyNames?: CompiledSchema;
  items?: CompiledSchema;
  [rule: string]: unknown;
};

/** Reads a part of the value, under its key. */
export type ReadValue = (schema: CompiledSchema, value: unknown, ...key: string[]) => unknown;

/** The value that is read: `value` is the result of `given`. */
type At<Given> = { given: Given; value: unknown; schema: CompiledSchema; read: ReadValue };

/** Applies one keyword of JSON Schema; false if the value is refused. */
export type Keyword<Wanted = never, Given = never> = (expected: Wanted, at: At<Given>) => boolean;

// Each keyword is a separate function: a site's script has those that its schemas use
// (build/chunks.ts).

export const type: Keyword<string, unknown> = (expected, { given }) => {
  if (expected === "integer") return Number.isInteger(given);
  return given === null ? expected === "null" : expected === (Array.isArray(given) ? "array" : typeof given);
};

export const anyOf: Keyword<readonly CompiledSchema[], unknown> = (schemas, at) =>
  schemas.some((one) => {
    try {
      at.value = at.read(one, at.given);
      return true;
    } catch {
      return false;
    }
  });

export const properties: Keyword<Readonly<Record<string, CompiledSchema>>, object> = (schemas, at) => {
  const read: Record<string, unknown> = {};
  for (const key in schemas) {
    const value = Object.hasOwn(at.given, key) ? at.given[key as never] : undefined;
    const propertySchema = schemas[key] as CompiledSchema;
    if (value !== undefined || propertySchema.default !== undefined || at.schema.required?.includes(key))
      read[key] = at.read(propertySchema, value, key);
  }
  at.value = read;
  return true;
};

/** This is read after `properties`. */
export const additionalProperties: Keyword<CompiledSchema | false, object> = (others, { given, value, schema, read }) => {
  for (const [key, one] of Object.entries(given)) {
    // A key of this name would be the object's prototype.
    if (Object.hasOwn(schema.properties ?? {}, key) || key === "__proto__") continue;
    read(schema.propertyNames ?? {}, key, key);
    (value as Record<string, unknown>)[key] = read(others || { type: "undefined" }, one, key);
  }
  return true;
};

export const items: Keyword<CompiledSchema, readonly unknown[]> = (schema, at) => {
  at.value = at.given.map((item, index) => at.read(schema, item, `${index}`));
  return true;
};

export const enumerated: Keyword<readonly unknown[], unknown> = (all, { given }) => all.includes(given);
export const constant: Keyword<unknown, unknown> = (one, { given }) => one === given;
export const pattern: Keyword<string, string> = (text, { given }) => new RegExp(text).test(given);
export const minimum: Keyword<number, number> = (least, { given }) => given >= least;
export const maximum: Keyword<number, number> = (most, { given }) => given <= most;
export const exclusiveMinimum: Keyword<number, number> = (bound, { given }) => given > bound;
export const exclusiveMaximum: Keyword<number, number> = (bound, { given }) => given < bound;

type Long = { length: number };
export const minLength: Keyword<number, Long> = (least, { given }) => given.length >= least;
export const maxLength: Keyword<number, Long> = (most, { given }) => given.length <= most;
export { constant as const, enumerated as enum, maxLength as maxItems, minLength as minItems };
