/** The bytes of V8's header of an object. */
const headerBytes = 24;
const wordBytes = 8;

/**
 * The memory of a plain value in bytes: texts, buffers, lists and objects. Parts that are shared
 * with other values count too. A value with a `toJSON` refers to data that is kept elsewhere, and
 * this data does not count.
 */
export function heldBytes(value: unknown): number {
  if (typeof value === "string") return headerBytes + value.length * (isLatin1(value) ? 1 : 2);
  if (ArrayBuffer.isView(value)) return 4 * headerBytes + value.byteLength;
  if (typeof value !== "object" || value === null || "toJSON" in value) return 0;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return parts.reduce<number>((sum, part) => sum + wordBytes + heldBytes(part), headerBytes);
}

const isLatin1 = (text: string): boolean => !/[\u0100-\uffff]/.test(text);
