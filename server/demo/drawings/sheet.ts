/**
 * A sheet for one picture: seeded random numbers, and definitions whose ids are unique among the
 * pictures of a page.
 */
export type Stop = readonly [offset: number, colour: string, opacity?: number];

export type Sheet = {
  between(low: number, high: number): number;
  pick<Item>(list: readonly [Item, ...Item[]]): Item;
  /**
   * a gradient, by default from left to right; coordinates are fractions of the painted shape's box
   */
  linear(stops: readonly Stop[], x1?: number, y1?: number, x2?: number, y2?: number): string;
  radial(stops: readonly Stop[], cx?: number, cy?: number, r?: number): string;
  blur(deviation: number): string;
  clip(path: string): string;
  pattern(width: number, height: number, content: string, turn?: number): string;
  /** stores content that is used several times, and returns its id */
  keep(content: string): string;
  /** draws a path in several coats; each text has the attributes of one coat */
  coats(path: string, coats: readonly string[]): string;
  definitions(): string;
};

/** The FNV-1a hash, which is good enough to separate neighbouring seeds. */
export function hashed(text: string): number {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ letter.charCodeAt(0), 0x01000193);
  return sum >>> 0;
}

/** The mulberry32 generator of random numbers from 0 to 1. */
export function chance(seed: string): () => number {
  let state = hashed(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const stopsOf = (stops: readonly Stop[]) =>
  stops
    .map(([offset, colour, opacity = 1]) => {
      const faded = opacity === 1 ? "" : ` stop-opacity="${opacity}"`;
      return `<stop offset="${offset}" stop-color="${colour}"${faded}/>`;
    })
    .join("");

/**
 * Opens a sheet. `name` makes the picture's ids unique. Random numbers depend only on `seed`, so
 * that all views show the same object.
 */
export function openSheet(seed: string, name = seed): Sheet {
  const next = chance(seed);
  const prefix = `p${hashed(name).toString(36)}-`;
  const ids = new Map<string, string>();
  const written: string[] = [];
  const define = (make: (id: string) => string): string => {
    const shape = make("");
    const knownId = ids.get(shape);
    if (knownId) return knownId;
    const id = `${prefix}${ids.size.toString(36)}`;
    ids.set(shape, id);
    written.push(make(id));
    return id;
  };
  const paint = (make: (id: string) => string) => `url(#${define(make)})`;
  return {
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    linear: (stops, x1 = 0, y1 = 0, x2 = 1, y2 = 0) =>
      paint((id) => `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`),
    radial: (stops, cx = 0.5, cy = 0.5, r = 0.5) =>
      paint((id) => `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stopsOf(stops)}</radialGradient>`),
    blur: (deviation) =>
      paint(
        (id) =>
          `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
      ),
    clip: (path) => paint((id) => `<clipPath id="${id}"><path d="${path}"/></clipPath>`),
    pattern: (width, height, content, turn = 0) =>
      paint(
        (id) =>
          `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})">${content}</pattern>`,
      ),
    coats: (path, coats) => {
      const id = define((name) => `<path id="${name}" d="${path}"/>`);
      return coats.map((coat) => `<use href="#${id}" ${coat}/>`).join("");
    },
    keep: (content) => define((id) => `<g id="${id}">${content}</g>`),
    definitions: () => `<defs>${written.join("")}</defs>`,
  };
}

/**
 * Shortens every number: no decimals from a hundred up, one from ten, two from one, three below.
 */
export const shortened = (svg: string): string =>
  svg.replace(/-?\d+\.\d+/g, (written) => {
    const value = Number(written);
    const size = Math.abs(value);
    let places = 3;
    if (size >= 1) places = 2;
    if (size >= 10) places = 1;
    if (size >= 100) places = 0;
    return String(Number(value.toFixed(places))).replace(/^(-?)0\./, "$1.");
  });
