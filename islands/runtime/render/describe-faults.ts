type Issue = { path: PropertyKey[]; message: string };

/** The values that a schema refuses in given props, each with its path. */
export const describeFaults = (issues: readonly Issue[], props: unknown): string =>
  issues.map(({ path, message }) => `${shownPath(path)} is ${showValue(valueAt(props, path))}: ${message}`).join("; ");

export const shownPath = (path: readonly PropertyKey[]): string => path.map(String).join(".") || "props";

export function valueAt(props: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (Object(value) as Record<PropertyKey, unknown>)[key], props);
}

/** A value in a message; a long one is cut. */
export function showValue(value: unknown): string {
  const text = typeof value === "object" ? (JSON.stringify(value) ?? String(value)) : String(value);
  const quoted = typeof value === "string" ? JSON.stringify(value) : text;
  return quoted.length > 80 ? `${quoted.slice(0, 80)}…` : quoted;
}
