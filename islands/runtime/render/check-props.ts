import type { ZodType } from "zod";
import { isPromise } from "../suspended.ts";
import { describeFaults, shownPath, showValue, valueAt } from "./describe-faults.ts";

/**
 * The props parsed by the island's schema. Throws an error that names the island, the path and the
 * value.
 */
export function checkProps(island: string, schema: ZodType, input: unknown): Record<string, unknown> {
  const read = schema.safeParse(input);
  if (!read.success) {
    for (const { path } of read.error.issues) refusePromisesAlong(island, input, path);
    throw new Error(`Island ${island}: ${describeFaults(read.error.issues, input)}`);
  }
  const props = read.data;
  if (typeof props !== "object" || props === null) throw new Error(`Island ${island}: its schema must describe an object`);
  refuseUnserializable(island, props, input, []);
  return props as Record<string, unknown>;
}

/** Throws for a promise; the error names its path. */
export function refusePromise(island: string, value: unknown, path: readonly PropertyKey[]): void {
  if (!isPromise(value)) return;
  throw new Error(`Island ${island}: ${shownPath(path)} is a promise: await it before you render, and pass its value`);
}

/** Throws if a value on the way to a path is a promise. */
function refusePromisesAlong(island: string, input: unknown, path: readonly PropertyKey[]): void {
  for (let end = 0; end <= path.length; end++) {
    const part = path.slice(0, end);
    refusePromise(island, valueAt(input, part), part);
  }
}

/**
 * Throws for a value that JSON would change, and for one that was read from a promise, which a
 * schema may take for an empty object. The error names the path.
 */
function refuseUnserializable(island: string, value: unknown, input: unknown, path: PropertyKey[]): void {
  refusePromise(island, input, path);
  if (value === null || value === undefined || typeof value === "string" || typeof value === "boolean") return;
  if (typeof value === "number" && Number.isFinite(value)) return;
  if (Array.isArray(value)) {
    if (value.includes(undefined))
      throw new Error(`Island ${island}: ${shownPath(path)} holds undefined, which JSON cannot carry`);
    for (const [at, one] of value.entries()) refuseUnserializable(island, one, partOf(input, at), [...path, at]);
    return;
  }
  const kind = typeof value === "object" ? Object.getPrototypeOf(value) : undefined;
  if (kind !== Object.prototype && kind !== null) {
    throw new Error(`Island ${island}: ${shownPath(path)} is ${showValue(value)}, which JSON cannot carry`);
  }
  for (const [key, one] of Object.entries(value)) refuseUnserializable(island, one, partOf(input, key), [...path, key]);
}

const partOf = (value: unknown, key: PropertyKey): unknown => (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
