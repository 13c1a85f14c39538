/** A colour of the theme, from `#rrggbb`. */
type Rgb = readonly [red: number, green: number, blue: number];

const parse = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const write = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

/** Mixes two colours; `share` (0 to 1) is the part of the first colour. */
function mix(one: string, other: string, share: number): string {
  const a = parse(one);
  const b = parse(other);
  return write([0, 1, 2].map((at) => (a[at] ?? 0) * share + (b[at] ?? 0) * (1 - share)) as unknown as Rgb);
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = parse(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

export type Scheme = "light" | "dark";

/** The backgrounds behind an accent, as in static/css/tokens.css: page, raised and sunken. */
const grounds: Readonly<Record<Scheme, readonly [paper: string, surface: string, sunken: string]>> = {
  light: ["#fbfaf6", "#fefefd", "#f4f2eb"],
  dark: ["#111612", "#171d18", "#0b0f0c"],
};
const white = "#ffffff";
const black = "#000000";

/** The shop's own accent on light pages, as in static/css/tokens.css, which emails cannot use. */
export const shopAccent = "#195c2e";

/**
 * An accent with its derived colours: the pressed accent, a tinted background, and text on the
 * accent.
 */
export type Accent = { leaf: string; deep: string; tint: string; on: string };

export function accentOf(leaf: string, scheme: Scheme): Accent {
  const [paper] = grounds[scheme];
  const deep = mix(leaf, scheme === "light" ? black : white, 0.85);
  const light = grounds.light[0];
  const dark = grounds.dark[0];
  const on = contrast(light, leaf) >= contrast(dark, leaf) ? light : dark;
  return { leaf, deep, tint: mix(leaf, paper, scheme === "light" ? 0.08 : 0.15), on };
}

/** The least contrasts of WCAG 2.2: 4.5:1 for text, 3:1 for signs and the borders of controls. */
const forText = 4.5;
const forSigns = 3;

type Pair = { what: string; over: string; under: string; least: number };

function pairsOf(leaf: string, scheme: Scheme): Pair[] {
  const { deep, tint, on } = accentOf(leaf, scheme);
  const [paper, surface, sunken] = grounds[scheme];
  return [
    { what: "links on the page", over: leaf, under: paper, least: forText },
    { what: "links on raised panels", over: leaf, under: surface, least: forText },
    { what: "links on the footer", over: leaf, under: sunken, least: forText },
    { what: "links on tinted panels", over: leaf, under: tint, least: forText },
    { what: "text on buttons", over: on, under: leaf, least: forText },
    { what: "text on pressed buttons", over: on, under: deep, least: forText },
    { what: "borders of controls", over: deep, under: paper, least: forSigns },
  ];
}

/**
 * The reason why text or signs with this accent would be hard to read; undefined if all are
 * readable.
 */
export function accentFault(leaf: string, scheme: Scheme): string | undefined {
  if (!isColour(leaf)) return "must be a color such as #1f5c33.";
  const poor = pairsOf(leaf, scheme)
    .map((pair) => ({ ...pair, reached: contrast(pair.over, pair.under) }))
    .find(({ reached, least }) => reached < least);
  if (!poor) return undefined;
  const reached = Math.floor(poor.reached * 10) / 10;
  const advice = scheme === "light" ? "darker" : "lighter";
  return `can’t be read well enough: ${poor.what} reach ${reached}:1, and need ${poor.least}:1. Choose a ${advice} one.`;
}

const declarations = ({ leaf, deep, tint, on }: Accent): string =>
  `:root{--leaf:${leaf};--leaf-deep:${deep};--leaf-tint:${tint};--on-leaf:${on}}`;

export type Theme = { accentLight: string; accentDark: string; logo: string };

/** The stylesheet of the owner's changes to the shop's own look; empty without changes. */
export function themeCss({ accentLight, accentDark, logo }: Theme): string {
  const [light, dark] = [accentLight, accentDark].map((accent, at) =>
    isColour(accent) ? declarations(accentOf(accent, at === 0 ? "light" : "dark")) : "",
  );
  return [
    // Paper is always light, so the dark accent is only for screens.
    light && dark ? light : light && `@media print,(prefers-color-scheme:light){${light}}`,
    dark && `@media screen and (prefers-color-scheme:dark){${dark}}`,
    logo && ".logo__picture{display:block;inline-size:auto;block-size:40px;max-inline-size:min(200px,100%);object-fit:contain}",
  ]
    .filter(Boolean)
    .join("");
}
