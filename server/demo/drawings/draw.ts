import { carton } from "./badu/boxes.ts";
import { colours } from "./colours.ts";
import { painterOf } from "./motifs.ts";
import { openSheet, shortened } from "./sheet.ts";
import { completed, type DrawnSpec, type DrawnWish, drawnKey } from "./spec.ts";
import { blackStudio, pictured, whiteStudio } from "./studio.ts";
import type { Look } from "./subject.ts";

/** A whole SVG file: `width` and `height` belong to its view box, `size` is its width in px. */
export const svg = (width: number, height: number, content: string, size = width): string =>
  shortened(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${size}" height="${Math.round((size * height) / width)}">${content}</svg>`,
  );

/** Converts the names of colours to hex; without colours, the picture is leaf green. */
export function lookOf(spec: Pick<DrawnSpec, "colours" | "label" | "art">): Look {
  const [first = colours.leaf, ...others] = spec.colours.map((name) => colours[name]);
  return { colours: [first, ...others], label: spec.label, art: spec.art };
}

/**
 * The picture of a product by its seed: apparel on white, other products on black. The same wish
 * always gives the same bytes.
 */
export function drawProduct(wish: DrawnWish & { size?: number }): string {
  const spec = completed(wish);
  const painter = painterOf(spec.category, spec.motif);
  if (!painter) throw new Error(`no motif ${spec.motif} in ${spec.category}`);
  const key = drawnKey({ ...spec, view: 0 });
  const sheet = openSheet(key, drawnKey(spec));
  const look = lookOf(spec);
  const subject = painter(sheet, look);
  const pale = spec.category === "apparel";
  const studio = pale ? whiteStudio(sheet) : blackStudio(sheet, look.colours[0]);
  const picture = pictured(sheet, studio, subject, spec.view, () => carton(sheet, look, pale));
  return svg(960, 960, sheet.definitions() + picture, wish.size ?? 960);
}
