import { isDrawnCategory } from "./drawn/motifs.ts";
import { completed, drawnKey, viewCount } from "./drawn/spec.ts";
import { colourWords, motifWords } from "./stand-in-words.ts";

/** What the first of the words that a slug holds stands for. */
const told = <Meaning>(slug: string, words: readonly (readonly [word: string, meaning: Meaning])[]): Meaning | undefined =>
  words.find(([word]) => slug.includes(word))?.[1];

/** Key of the drawn picture that stands in for a product's own: what its slug tells of it is drawn, the rest follows from chance by the slug, further positions are further views. */
export function standInKey(category: string, slug: string, position: number): string {
  const place = isDrawnCategory(category) ? category : "that-badu";
  const round = Math.floor(position / viewCount);
  const seed = round === 0 ? slug : `${slug}/${round}`;
  const motif = told(slug, motifWords[place]);
  const colours = told(slug, colourWords);
  const view = position % viewCount;
  return drawnKey(completed({ category: place, seed, view, ...(motif && { motif }), ...(colours && { colours }) }));
}
