import { foldedText } from "../../folded-text.ts";

/** The most characters of a slug in a listing's address. */
const longest = 64;

/**
 * The slug of a name: `Crème brûlée!` → `creme-brulee`. A checksum is added if letters are lost or
 * the name is too long. Only a blank name gives an empty slug.
 */
export function slugOf(name: string): string {
  const text = name.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
  // Most names are ASCII and skip the slow folding: a file may have a hundred thousand names.
  const ascii = /^[ -~]*$/.test(text);
  const folded = ascii ? text : foldedText(text);
  const slug = folded.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const whole = slug !== "" && slug.length <= longest && (ascii || !/[^a-z0-9]/u.test(folded.replace(/[^\p{L}\p{N}]/gu, "")));
  if (whole || text === "") return slug;
  const sum = checksum(text);
  return [slug.slice(0, longest - sum.length - 1).replace(/-$/, ""), sum].filter(Boolean).join("-");
}

/** FNV-1a of 64 bits: the same on every machine, and short. */
function checksum(text: string): string {
  let sum = 0xcbf29ce484222325n;
  for (const letter of text) sum = BigInt.asUintN(64, (sum ^ BigInt(letter.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return sum.toString(36);
}
