import { randomInt } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { luhn } from "../../server/payments/rules/card.ts";

/** A new card number that the test gateway approves. It occurs nowhere else. */
export function canary(): string {
  const start = `99995${Array.from({ length: 10 }, () => randomInt(10)).join("")}`;
  return [..."0123456789"].map((check) => start + check).find(luhn) ?? "";
}

/** Patterns for the disguises in which digits can be stored. */
const disguises = (digits: string): RegExp[] => [
  new RegExp([...digits].join("[\\s\\-.,_%20+/]*")),
  new RegExp([...digits].reverse().join("")),
  ...[digits, ` ${digits}`, `  ${digits}`].map((text) => {
    // The middle of a text's base64 does not depend on the bytes around it.
    const middle = Buffer.from(text).toString("base64").slice(4, 20);
    return new RegExp(middle.replace(/[+/]/g, "\\$&"));
  }),
  new RegExp(Buffer.from(digits).toString("hex"), "i"),
];

/** Whether a text contains these digits, plain or disguised. */
export const hasTrace = (text: string, digits: string): boolean => disguises(digits).some((disguise) => disguise.test(text));

/** Every file below a folder, with each byte as one character. */
export async function* textsBelow(directory: string): AsyncGenerator<{ file: string; text: string }> {
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    // A database server may remove a file while it is read.
    if (entry.isFile()) yield { file, text: (await readFile(file).catch(() => Buffer.alloc(0))).toString("latin1") };
  }
}
