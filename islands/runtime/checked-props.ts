import type { CompiledSchema, Keyword, ReadValue } from "./schema-keywords.ts";

/** The keywords that the schemas of a page use. */
type Keywords = Readonly<Record<string, Keyword>>;

/**
 * Completes the props that a page gives to an island. Single props (`data-prop-x`) win over the
 * others and are converted to the schema's type; then defaults are filled in. Throws for props that
 * the server's schema refuses. Without a schema, single props stay text.
 */
export function completeProps(
  dataset: DOMStringMap,
  input: object,
  schema: CompiledSchema | undefined,
  keywords: Keywords,
): object {
  const props = { ...input } as Record<string, unknown>;
  for (const key in dataset) {
    const prop = key.replace(/^prop([A-Z])/, (_, first: string) => first.toLowerCase());
    if (prop !== key) props[prop] = convertText(dataset[key] as string, schema?.properties?.[prop]);
  }
  return schema ? (readValue(schema, props, `${dataset.island}`, [], keywords) as object) : props;
}

/**
 * Converts text to a number or boolean if the schema expects one and the text is one. Otherwise
 * returns the text.
 */
export function convertText(text: string, schema: CompiledSchema = {}): unknown {
  const { type } = schema.anyOf?.find((one) => one.type !== "null") ?? schema;
  if (type === "boolean" && /^(true|false|)$/.test(text)) return text !== "false";
  return /number|integer/.test(`${type}`) && text.trim() && Number.isFinite(+text) ? +text : text;
}

function readValue(schema: CompiledSchema, input: unknown, name: string, path: readonly string[], keywords: Keywords): unknown {
  if (input === undefined && schema.default !== undefined) return schema.default;
  const read: ReadValue = (inner, value, ...key) => readValue(inner, value, name, [...path, ...key], keywords);
  const at = { input, value: input, schema, read };
  for (const keyword in schema) {
    if (keywords[keyword]?.(schema[keyword] as never, at as never) === false) {
      const valueText = `${JSON.stringify(input)}`.slice(0, 80);
      throw new Error(
        `Island ${name}: ${path.join(".") || "props"} is ${valueText}: expected ${keyword} ${JSON.stringify(schema[keyword])}`,
      );
    }
  }
  return at.value;
}
