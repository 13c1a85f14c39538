/**
 * A schema for production browsers: JSON Schema whose keywords are in the order in which the
 * browser reads them. The build writes it (build/compile-schema.ts).
 */
export type CompiledSchema = {
  default?: unknown;
  type?: string;
  anyOf?: readonly CompiledSchema[];
  properties?: Readonly<Record<string, CompiledSchema>>;
  required?: readonly string[];
  /**
   * The schema of keys that are not in `properties`. If absent, such keys are dropped; if false,
   * they are refused.
   */
  additionalProperties?: CompiledSchema | false;
  propertyNames?: CompiledSchema;
  items?: CompiledSchema;
  [rule: string]: unknown;
};

/** Reads a part of the value, under its key. */
export type ReadValue = (schema: CompiledSchema, value: unknown, ...key: string[]) => unknown;

/** A value being read: `input` is the value before reading, and `value` is the result. */
type At<Input> = { input: Input; value: unknown; schema: CompiledSchema; read: ReadValue };

/** Applies one keyword of JSON Schema; false if the value is refused. */
export type Keyword<Expected = never, Input = never> = (expected: Expected, at: At<Input>) => boolean;

// Each keyword is a separate function, so that a site's script contains only those that its schemas
// use (build/chunks.ts).

export const type: Keyword<string, unknown> = (expected, { input }) => {
  if (expected === "integer") return Number.isInteger(input);
  return input === null ? expected === "null" : expected === (Array.isArray(input) ? "array" : typeof input);
};

export const anyOf: Keyword<readonly CompiledSchema[], unknown> = (schemas, at) =>
  schemas.some((one) => {
    try {
      at.value = at.read(one, at.input);
      return true;
    } catch {
      return false;
    }
  });

export const properties: Keyword<Readonly<Record<string, CompiledSchema>>, object> = (schemas, at) => {
  const read: Record<string, unknown> = {};
  for (const key in schemas) {
    const value = Object.hasOwn(at.input, key) ? at.input[key as never] : undefined;
    const propertySchema = schemas[key] as CompiledSchema;
    if (value !== undefined || propertySchema.default !== undefined || at.schema.required?.includes(key))
      read[key] = at.read(propertySchema, value, key);
  }
  at.value = read;
  return true;
};

/** This is read after `properties`. */
export const additionalProperties: Keyword<CompiledSchema | false, object> = (others, { input, value, schema, read }) => {
  for (const [key, one] of Object.entries(input)) {
    // Assigning to `__proto__` would set the object's prototype.
    if (Object.hasOwn(schema.properties ?? {}, key) || key === "__proto__") continue;
    read(schema.propertyNames ?? {}, key, key);
    (value as Record<string, unknown>)[key] = read(others || { type: "undefined" }, one, key);
  }
  return true;
};

export const items: Keyword<CompiledSchema, readonly unknown[]> = (schema, at) => {
  at.value = at.input.map((item, index) => at.read(schema, item, `${index}`));
  return true;
};

export const enumerated: Keyword<readonly unknown[], unknown> = (all, { input }) => all.includes(input);
export const constant: Keyword<unknown, unknown> = (one, { input }) => one === input;
export const pattern: Keyword<string, string> = (text, { input }) => new RegExp(text).test(input);
export const minimum: Keyword<number, number> = (least, { input }) => input >= least;
export const maximum: Keyword<number, number> = (most, { input }) => input <= most;
export const exclusiveMinimum: Keyword<number, number> = (bound, { input }) => input > bound;
export const exclusiveMaximum: Keyword<number, number> = (bound, { input }) => input < bound;

type Long = { length: number };
export const minLength: Keyword<number, Long> = (least, { input }) => input.length >= least;
export const maxLength: Keyword<number, Long> = (most, { input }) => input.length <= most;
export { constant as const, enumerated as enum, maxLength as maxItems, minLength as minItems };
