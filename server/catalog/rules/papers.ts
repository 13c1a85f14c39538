/** A PDF about a product, as the staff edit it. `addedAt` is when the file was stored (ms). */
export type PaperFields = {
  id: string;
  title: string;
  /** the lot that the paper is about; empty without one */
  lot: string;
  /** whether the paper is about the lot that is sold now */
  isCurrent: boolean;
  key: string;
  fileName: string;
  bytes: number;
  addedAt: number;
};

/** The papers of a product, the newest last. */
export type ProductPapers = { papers: readonly PaperFields[] };

/** The most papers of a product, and the most characters of a title and of a lot. */
export const mostPapers = 50;
export const longestTitle = 120;
export const longestLot = 60;

const titleOf = ({ title }: Pick<PaperFields, "title">): string => title.toLowerCase();

/**
 * The papers that shoppers see and that an order keeps: for each title, the newest paper of the
 * current lot.
 */
export const currentPapers = <Paper extends Pick<PaperFields, "title" | "isCurrent">>(papers: readonly Paper[]): Paper[] => {
  const current = papers.filter(({ isCurrent }) => isCurrent);
  return current.filter((paper, at) => !current.slice(at + 1).some((later) => titleOf(later) === titleOf(paper)));
};

/** The size of a file in words, such as `120 kB` or `2.4 MB`. */
const sizeWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** A paper's lot, file type, and size, such as `Lot B12, PDF, 120 kB`. */
export const paperFacts = ({ lot, bytes }: Pick<PaperFields, "lot" | "bytes">): string =>
  [lot && `Lot ${lot}`, "PDF", sizeWords(bytes)].filter(Boolean).join(", ");
