/** What V8 takes for them, beside what they hold. */
const headerBytes = 24;
const wordBytes = 8;

/**
 * Bytes of memory that a plain value holds: texts, buffers, lists, and objects. What it shares with others counts as its
 * own, unless it has a `toJSON`: that stands for something that is kept elsewhere.
 */
export function heldBytes(value: unknown): number {
  if (typeof value === "string") return headerBytes + value.length * (isLatin1(value) ? 1 : 2);
  if (ArrayBuffer.isView(value)) return 4 * headerBytes + value.byteLength;
  if (typeof value !== "object" || value === null || "toJSON" in value) return 0;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return parts.reduce<number>((sum, part) => sum + wordBytes + heldBytes(part), headerBytes);
}

const isLatin1 = (text: string): boolean => !/[\u0100-\uffff]/.test(text);
