import { drawBanner, isBannerCategory } from "./banner.ts";
import { drawProduct } from "./draw.ts";
import { drawBrandMark } from "./mark.ts";
import { parseDrawnKey } from "./spec.ts";

/** How to draw what a key names: a product, a page's hero art (`banner-glass-7f`) or the shop's `mark`; undefined for every other text. */
export function drawingOf(key: string): (() => string) | undefined {
  if (key === "mark") return drawBrandMark;
  const spec = parseDrawnKey(key);
  if (spec) return () => drawProduct(spec);
  const [, category = "", seed = ""] = /^banner-([a-z-]{4,9})-([0-9a-f]{1,8})$/.exec(key) ?? [];
  return isBannerCategory(category) ? () => drawBanner({ category, seed }) : undefined;
}

const folder = "/media/drawn/";

/** The picture at a path such as `/media/drawn/mark.svg`; undefined when the path names none. */
export function drawnPicture(path: string): { body: string; type: "image/svg+xml" } | undefined {
  if (!path.startsWith(folder) || !path.endsWith(".svg")) return undefined;
  const draw = drawingOf(path.slice(folder.length, -".svg".length));
  return draw && { body: draw(), type: "image/svg+xml" };
}
