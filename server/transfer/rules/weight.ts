import { type Outcome, refuse } from "../../outcome.ts";
import { truncated } from "./truncated.ts";

/**
 * Billionths of a gram per unit. These are whole numbers, since an ounce in grams has nine
 * decimals.
 */
const billionths = {
  kg: 1_000_000_000_000n,
  g: 1_000_000_000n,
  lbs: 453_592_370_000n,
  oz: 28_349_523_125n,
};

export type Unit = keyof typeof billionths;

/** The unit that a word names; undefined if the word names no unit of weight. */
export function unitOf(word: string): Unit | undefined {
  const unit = word === "lb" ? "lbs" : word;
  return Object.hasOwn(billionths, unit) ? (unit as Unit) : undefined;
}

/** Grams from a decimal text, rounded half up; a decimal comma is accepted. */
export function gramsOf(text: string, unit: Unit): Outcome<number> {
  const match = /^(\d{0,9})(?:[.,](\d{0,20}))?$/.exec(text);
  const [whole = "", part = ""] = match?.slice(1) ?? [];
  if (/^\d{1,3},\d{3}$/.test(text))
    return refuse("invalid", `Weight “${truncated(text)}” is ambiguous: use a decimal point, or remove the comma`);
  if (whole + part === "") return refuse("invalid", `Weight “${truncated(text)}” is not a number`);
  const scaled = BigInt(whole + part) * billionths[unit];
  const gram = 1_000_000_000n * 10n ** BigInt(part.length);
  return { ok: true, value: Number((2n * scaled + gram) / (2n * gram)) };
}
