import { truncated } from "../truncated.ts";

/**
 * Notes for the owner about accepted differences. Each has the noun of the things that it counts.
 */
const sentences = {
  dated: ["row", "the sale price has dates, so the regular price was used"],
  uncounted: ["variant", "in stock without a number, so a new one starts at 0: set its stock"],
  shared: ["product", "its variants share one stock, so it was divided among them"],
  backorders: ["row", "can be sold beyond its stock there, but not here"],
  hidden: ["product", "hidden from the catalog, so not published"],
  partly: ["product", "shown only in the catalog or only in searches there, but in both here"],
  off: ["variation", "turned off (Published 0), so left out"],
  any: ["variation", "for any value of an attribute, so each value became a variant, with the value added to its SKU"],
  described: ["variation", "has its own description, which was not imported"],
  shortcodes: ["product", "its description had WordPress shortcodes, which were removed"],
  fixed: ["product", "attributes that do not distinguish its variants were not imported"],
  brands: ["product", "has several brands, so the first was used"],
  categories: ["product", "none of its Categories is one of the shop's, so --category was used"],
} as const;

type Remark = keyof typeof sentences;

/** `words` are the names of the affected things. */
type RecordedRemark = { remark: Remark; line: number; words: readonly string[] };

export type Remarks = {
  add: (remark: Remark, line: number, words?: readonly string[]) => void;
  said: () => readonly RecordedRemark[];
};

/** Collects the remarks of one product. They are used only if the product is imported. */
export function openRemarks(): Remarks {
  const remarks: RecordedRemark[] = [];
  return { add: (remark, line, words = []) => void remarks.push({ remark, line, words }), said: () => remarks };
}

/** The most words of a remark that are kept and reported. */
const mostWords = 20;

/**
 * Counts remarks and collects their words. Writes one line for each remark; it contains the number
 * of the first line of the file that the remark is about.
 */
export function openTally() {
  const counts = new Map<Remark, { count: number; first: number; words: Set<string> }>();
  const add = ({ said }: Remarks) => {
    for (const { remark, line, words } of said()) {
      const entry = counts.get(remark) ?? { count: 0, first: line, words: new Set() };
      for (const word of words) if (entry.words.size <= mostWords) entry.words.add(truncated(word));
      counts.set(remark, { ...entry, count: entry.count + 1, first: Math.min(entry.first, line) });
    }
  };
  const lines = () =>
    Object.entries(sentences).flatMap(([remark, [thing, sentence]]) => {
      const entry = counts.get(remark as Remark);
      if (!entry) return [];
      const { count, first } = entry;
      const where = count === 1 ? `1 ${thing} (line ${first})` : `${count} ${thing}s (line ${first} and others)`;
      return [`${where}: ${sentence}${wordList([...entry.words])}`];
    });
  return { add, lines };
}

const wordList = (words: readonly string[]): string =>
  words.length === 0 ? "" : `: ${words.slice(0, mostWords).join(", ")}${words.length > mostWords ? " and more" : ""}`;
