import type { Rows } from "../db/copy-rows.ts";

/** A batch of rows as lines of JSON arrays, in the order of `columns`; bytes are in base64. */
export function encodeRows(rows: Rows, columns: readonly string[]): Buffer {
  const encoded = (value: unknown): unknown => {
    if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString("base64") };
    if (value === null || typeof value === "string" || typeof value === "number") return value;
    throw new Error(`a backup cannot hold a value of type ${typeof value}`);
  };
  return Buffer.from(rows.map((row) => `${JSON.stringify(columns.map((column) => encoded(row[column])))}\n`).join(""));
}

type EncodedValue = string | number | null | { base64: string };

export function decodeRows(bytes: Buffer, columns: readonly string[]): Rows {
  const lines = bytes.toString("utf8").split("\n").slice(0, -1);
  return lines.map((line) => {
    const values = JSON.parse(line) as EncodedValue[];
    const decoded = values.map((value) =>
      typeof value === "object" && value !== null ? Buffer.from(value.base64, "base64") : value,
    );
    return Object.fromEntries(columns.map((column, index) => [column, decoded[index] ?? null]));
  });
}
