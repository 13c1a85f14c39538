import { type Outcome, refuse } from "../../../outcome.ts";
import { truncated } from "../truncated.ts";
import { listOf } from "./text.ts";

export type Kind = "simple" | "variable" | "variation";

/** Whether a type is a variation, or an extension's variation such as `subscription_variation`. */
export const isVariation = (type: string): boolean => /variation\s*(?:,|$)/i.test(type);

const wordsOf = (type: string): string[] => listOf(type.toLowerCase());

const reasons: Record<string, string> = {
  grouped: "a group of other products is not imported, but its products are",
  external: "it is sold by another shop",
  virtual: "there is nothing to ship, and this shop sells only products it ships",
  downloadable: "it includes a download, which this shop cannot deliver",
};

/**
 * The kind of a row, or a refusal of a kind that this shop does not sell. The type may have several
 * words: `simple, virtual`.
 */
export function kindOf(type: string): Outcome<Kind> {
  const words = wordsOf(type);
  const reason = words.map((word) => (Object.hasOwn(reasons, word) ? reasons[word] : undefined)).find(Boolean);
  if (reason) return refuse("invalid", `Type “${truncated(type)}”: ${reason}`);
  const [word, ...others] = words;
  if (word === undefined) return refuse("invalid", "Type is empty");
  if (others.length === 0 && (word === "simple" || word === "variable" || word === "variation")) return { ok: true, value: word };
  return refuse("invalid", `Type “${truncated(type)}” is not simple, variable, or variation`);
}
