/** What a production browser knows of a schema: the build writes it (build/compile-schema.ts). */
export type CompiledSchema = {
  type?: keyof typeof types;
  properties?: Readonly<Record<string, CompiledSchema>>;
  required?: readonly string[];
  /** For keys that `properties` lacks: absent, they are left out; false, they are refused. */
  additionalProperties?: CompiledSchema | false;
  propertyNames?: CompiledSchema;
  items?: CompiledSchema;
  anyOf?: readonly CompiledSchema[];
  default?: unknown;
} & { [Rule in keyof typeof rules]?: unknown };

/** A value that JSON may carry; which one, its type has been judged before. */
type Value = never;

const types = {
  string: (value: unknown) => typeof value === "string",
  boolean: (value: unknown) => typeof value === "boolean",
  number: Number.isFinite,
  integer: Number.isInteger,
  null: (value: unknown) => value === null,
  array: Array.isArray,
  object: (value: unknown) => Object(value) === value && !Array.isArray(value),
};

const rules = {
  const: (one: unknown, value: Value) => one === value,
  enum: (all: unknown[], value: Value) => all.includes(value),
  minimum: (least: number, value: Value) => value >= least,
  maximum: (most: number, value: Value) => value <= most,
  exclusiveMinimum: (bound: number, value: Value) => value > bound,
  exclusiveMaximum: (bound: number, value: Value) => value < bound,
  minLength: (least: number, value: { length: number }) => value.length >= least,
  maxLength: (most: number, value: { length: number }) => value.length <= most,
  minItems: (least: number, value: { length: number }) => value.length >= least,
  maxItems: (most: number, value: { length: number }) => value.length <= most,
  pattern: (pattern: string, value: string) => new RegExp(pattern).test(value),
};

/**
 * Completes what a page gives to an island: single props, `data-prop-x`, win over the others and are
 * converted to the schema's type, then defaults are filled in. Throws at what the server's schema
 * refuses. Without a schema single props stay text.
 */
export function completeProps(name: string, dataset: DOMStringMap, given: object, schema?: CompiledSchema): object {
  const single: Record<string, unknown> = {};
  for (const key in dataset) {
    const prop = key.replace(/^prop([A-Z])/, (_, first: string) => first.toLowerCase());
    if (prop !== key) single[prop] = convertText(dataset[key] as string, schema?.properties?.[prop]);
  }
  const props = { ...given, ...single };
  if (!schema) return props;
  try {
    return readValue(schema, props, []) as object;
  } catch (error) {
    throw new Error(`Island ${name}: ${(error as Error).message}`);
  }
}

/** Text as a number or boolean where it is one; else it stays what it is, and is refused by its type. */
export function convertText(text: string, schema: CompiledSchema = {}): unknown {
  const { type } = schema.anyOf?.find((one) => one.type !== "null") ?? schema;
  if (/number|integer/.test(type ?? "") && text.trim()) return Number.isFinite(+text) ? +text : text;
  return type === "boolean" && /^(true|false|)$/.test(text) ? text !== "false" : text;
}

function readValue(schema: CompiledSchema, value: unknown, path: readonly string[]): unknown {
  const refuse = (rule: string, expected: unknown): never => {
    const shown = value === undefined ? "undefined" : JSON.stringify(value).slice(0, 80);
    throw new Error(`${path.join(".") || "props"} is ${shown}: expected ${rule} ${JSON.stringify(expected)}`);
  };
  if (value === undefined && schema.default !== undefined) return schema.default;
  if (schema.anyOf) {
    for (const one of schema.anyOf) {
      try {
        return readValue(one, value, path);
      } catch {
        // The next may take it.
      }
    }
    refuse("one of", schema.anyOf);
  }
  if (schema.type && !types[schema.type](value)) refuse("type", schema.type);
  for (const rule in rules) {
    const wanted = schema[rule as keyof typeof rules];
    if (wanted !== undefined && !rules[rule as keyof typeof rules](wanted as never, value as never)) refuse(rule, wanted);
  }
  if (schema.items) return (value as unknown[]).map((item, at) => readValue(schema.items ?? {}, item, [...path, `${at}`]));
  return schema.type === "object" ? readObject(schema, value as object, path) : value;
}

function readObject(schema: CompiledSchema, value: object, path: readonly string[]): object {
  const { properties = {}, required = [], additionalProperties: others, propertyNames } = schema;
  const read: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(properties)) {
    const given = Object.hasOwn(value, key) ? value[key as never] : undefined;
    if (given === undefined && one.default === undefined && !required.includes(key)) continue;
    read[key] = readValue(one, given, [...path, key]);
  }
  for (const [key, given] of Object.entries(value)) {
    // A key of this name would be the object's prototype.
    if (others === undefined || Object.hasOwn(properties, key) || key === "__proto__") continue;
    const at = [...path, key];
    if (!others) throw new Error(`${at.join(".")} is not known`);
    readValue(propertyNames ?? {}, key, at);
    read[key] = readValue(others, given, at);
  }
  return read;
}
