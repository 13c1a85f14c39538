import { drawPlaceholder, placeholderKey } from "./placeholder.ts";

/** How to draw the SVG that a key names; undefined where the key names none. */
export type ImageGenerator = (key: string) => (() => string) | undefined;

/** The placeholder, and what the generators that are registered at the start can draw. */
export const openGenerators =
  (generators: readonly ImageGenerator[]): ImageGenerator =>
  (key) => {
    if (key === placeholderKey) return drawPlaceholder;
    for (const generate of generators) {
      const draw = generate(key);
      if (draw) return draw;
    }
    return undefined;
  };
