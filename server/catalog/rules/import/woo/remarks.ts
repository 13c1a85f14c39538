/** What the owner should know though nothing is refused, and how many of what it concerns. */
const sentences = {
  dated: ["row", "a sale price has dates, so the regular price was taken"],
  uncounted: ["variant", "in stock without a number, so a new one begins at 0: set its stock"],
  shared: ["product", "variants have one stock together, so it was divided among them"],
  backorders: ["row", "may be sold there beyond its stock, here it may not"],
  hidden: ["product", "hidden in the catalogue, so not published"],
  partly: ["product", "shown there either in the catalogue or in searches, here in both"],
  off: ["variation", "switched off (Published 0), so left out"],
  any: ["variation", "for any value of an attribute, so it became a variant for each, with the value behind its SKU"],
  described: ["variation", "has a description of its own, which was not taken over"],
  fixed: ["product", "has attributes that are the same for all its variants, which were not taken over"],
  brands: ["product", "has several brands, the first was taken"],
  categories: ["product", "none of its Categories is one of the shop's, so the one of --category was taken"],
  tags: ["product", "its Tags were not taken over"],
} as const;

export type Remark = keyof typeof sentences;

export type Remarks = { add: (remark: Remark, line: number) => void; said: () => { remark: Remark; line: number }[] };

/** The remarks of one product, which count only if it goes in. */
export function openRemarks(): Remarks {
  const said: { remark: Remark; line: number }[] = [];
  return { add: (remark, line) => void said.push({ remark, line }), said: () => said };
}

/** Counts remarks, and says each in one line with the first place in the file. */
export function openTally() {
  const found = new Map<Remark, { count: number; first: number }>();
  const add = ({ said }: Remarks) => {
    for (const { remark, line } of said()) {
      const { count, first } = found.get(remark) ?? { count: 0, first: line };
      found.set(remark, { count: count + 1, first: Math.min(first, line) });
    }
  };
  const lines = () =>
    Object.entries(sentences).flatMap(([remark, [thing, sentence]]) => {
      const counted = found.get(remark as Remark);
      if (!counted) return [];
      const { count, first } = counted;
      return [`${count} ${thing}${count === 1 ? "" : "s"} (line ${first}${count === 1 ? "" : " and others"}): ${sentence}`];
    });
  return { add, lines };
}
