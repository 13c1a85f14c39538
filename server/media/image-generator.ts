import { drawPlaceholder, placeholderKey } from "./placeholder.ts";

/** Returns a function that draws a key's SVG; undefined if the key names no drawing. */
export type ImageGenerator = (key: string) => (() => string) | undefined;

/** Draws the placeholder, and the drawings of the registered generators. */
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
