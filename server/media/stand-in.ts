import { isDrawnCategory } from "./drawn/motifs.ts";
import { completed, drawnKey, viewCount } from "./drawn/spec.ts";

/** Key of the drawn picture that stands in for a product's own: its motif fits the category, its looks follow from the seed, further positions are further views. */
export function standInKey(category: string, seed: string, position: number): string {
  const round = Math.floor(position / viewCount);
  const wish = {
    category: isDrawnCategory(category) ? category : ("that-badu" as const),
    seed: round === 0 ? seed : `${seed}/${round}`,
    view: position % viewCount,
  };
  return drawnKey(completed(wish));
}
