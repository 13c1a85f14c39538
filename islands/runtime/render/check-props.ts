import type { ZodType } from "zod";
import { describeFaults, shownPath, showValue } from "./describe-faults.ts";

/**
 * The props parsed by the island's schema. Throws an error that names the island, the path and the
 * value.
 */
export function checkProps(island: string, schema: ZodType, input: unknown): Record<string, unknown> {
  const read = schema.safeParse(input);
  if (!read.success) {
    throw new Error(`Island ${island}: ${describeFaults(read.error.issues, input)}`);
  }
  const props = read.data;
  if (typeof props !== "object" || props === null) throw new Error(`Island ${island}: its schema must describe an object`);
  refuseUnserializable(island, props, []);
  return props as Record<string, unknown>;
}

/** Throws for a value that JSON would change; the error names its path. */
function refuseUnserializable(island: string, value: unknown, path: PropertyKey[]): void {
  if (value === null || value === undefined || typeof value === "string" || typeof value === "boolean") return;
  if (typeof value === "number" && Number.isFinite(value)) return;
  if (Array.isArray(value)) {
    if (value.includes(undefined))
      throw new Error(`Island ${island}: ${shownPath(path)} holds undefined, which JSON cannot carry`);
    for (const [at, one] of value.entries()) refuseUnserializable(island, one, [...path, at]);
    return;
  }
  const kind = typeof value === "object" ? Object.getPrototypeOf(value) : undefined;
  if (kind !== Object.prototype && kind !== null) {
    throw new Error(`Island ${island}: ${shownPath(path)} is ${showValue(value)}, which JSON cannot carry`);
  }
  for (const [key, one] of Object.entries(value)) refuseUnserializable(island, one, [...path, key]);
}
