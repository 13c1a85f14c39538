import { z } from "zod";
import { didYouMean } from "../../render/nearest.ts";

/** A JSON Schema of an island's props, as in `islands.schema.json`. */
export type PropsSchema = {
  properties?: Record<string, { type?: unknown }>;
  required?: readonly string[];
  additionalProperties?: unknown;
  /**
   * Whether pages that other servers render may use the island; absent if the site has one build
   * for all pages.
   */
  "x-embedded"?: boolean;
};

/**
 * The props that a page gives to an island. `open` means that there may be more than the known
 * ones, since a template writes some of them.
 */
export type ElementProps = { known: Record<string, unknown>; open: boolean };

/** Describes the props that the server or the browser would refuse. */
export function wrongProps(schema: PropsSchema, { known, open }: ElementProps): string[] {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties);
  const unknown = schema.additionalProperties
    ? []
    : Object.keys(known)
        .filter((name) => !names.includes(name))
        .map((name) => `has no prop ${name}${didYouMean(name, names)}`);
  const missing = open ? [] : required.filter((name) => !(name in known)).map((name) => `needs the prop ${name}`);
  const wrong = names.filter((name) => name in known).flatMap((name) => wrongValue(name, properties[name] ?? {}, known[name]));
  return [...unknown, ...missing, ...wrong];
}

function wrongValue(name: string, schema: object, value: unknown): string[] {
  if (value === written) return [];
  const read = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value);
  if (read.success) return [];
  return read.error.issues.map(({ path, message }) => `gets a wrong ${[name, ...path].join(".")}: ${message}`);
}

/** Stands for a value that a template writes. */
export const written = Symbol("written by the template");
