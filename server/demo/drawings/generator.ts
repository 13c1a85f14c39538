import type { ImageGenerator } from "../../media/image-generator.ts";
import { drawBanner, isBannerCategory } from "./banner.ts";
import { drawProduct } from "./draw.ts";
import { drawBrandMark } from "./mark.ts";
import { parseDrawnKey } from "./spec.ts";

/**
 * Returns a function that draws the picture of a key: a product, a page's hero art
 * (`banner-glass-7f`) or the shop's `mark`. Undefined for every other key.
 */
export const demoDrawings: ImageGenerator = (key) => {
  if (key === "mark") return drawBrandMark;
  const spec = parseDrawnKey(key);
  if (spec) return () => drawProduct(spec);
  const [, category = "", seed = ""] = /^banner-([a-z-]{4,9})-([0-9a-f]{1,8})$/.exec(key) ?? [];
  return isBannerCategory(category) ? () => drawBanner({ category, seed }) : undefined;
};
