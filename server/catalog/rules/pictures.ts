/** A picture as a page shows it. */
export type Picture = { url: string; alt: string; width: number; height: number };

type Kept = { kind: "drawn" | "stored"; key: string; alt: string; width: number; height: number };

export const pictureOf = ({ kind, key, alt, width, height }: Kept): Picture => ({
  url: kind === "drawn" ? `/media/drawn/${key}.svg` : `/media/${key}`,
  alt,
  width,
  height,
});
