import type { ZodType } from "zod";

/** Props parsed by the island's schema, or an error that names island, path and value. */
export function checkProps(island: string, schema: ZodType, given: unknown): Record<string, unknown> {
  const read = schema.safeParse(given);
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => `${shown(path)} is ${show(valueAt(given, path))}: ${message}`);
    throw new Error(`Island ${island}: ${faults.join("; ")}`);
  }
  const props = read.data;
  if (typeof props !== "object" || props === null) throw new Error(`Island ${island}: its schema must describe an object`);
  refuseUnserializable(island, props, []);
  return props as Record<string, unknown>;
}

/** Throws, with its path, at a value that JSON would change. */
function refuseUnserializable(island: string, value: unknown, path: PropertyKey[]): void {
  if (value === null || value === undefined || typeof value === "string" || typeof value === "boolean") return;
  if (typeof value === "number" && Number.isFinite(value)) return;
  if (Array.isArray(value)) {
    if (value.includes(undefined)) throw new Error(`Island ${island}: ${shown(path)} holds undefined, which JSON cannot carry`);
    for (const [at, one] of value.entries()) refuseUnserializable(island, one, [...path, at]);
    return;
  }
  const kind = typeof value === "object" ? Object.getPrototypeOf(value) : undefined;
  if (kind !== Object.prototype && kind !== null) {
    throw new Error(`Island ${island}: ${shown(path)} is ${show(value)}, which JSON cannot carry`);
  }
  for (const [key, one] of Object.entries(value)) refuseUnserializable(island, one, [...path, key]);
}

const shown = (path: readonly PropertyKey[]) => path.map(String).join(".") || "props";

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (Object(value) as Record<PropertyKey, unknown>)[key], given);
}

function show(value: unknown): string {
  const text = typeof value === "object" ? (JSON.stringify(value) ?? String(value)) : String(value);
  const quoted = typeof value === "string" ? JSON.stringify(value) : text;
  return quoted.length > 80 ? `${quoted.slice(0, 80)}…` : quoted;
}
