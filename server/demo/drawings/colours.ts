/** The colours of pictures, such as inks, dyes and glazes, by the names in a picture's address. */
export const colours = {
  moss: "#5c7a3a",
  leaf: "#1f5c35",
  sage: "#9db08a",
  pine: "#1d3b2e",
  mint: "#a9d8bf",
  lime: "#b7c94b",
  lemon: "#f0cf4a",
  honey: "#d99a2b",
  amber: "#c9741c",
  rust: "#a8482a",
  brick: "#8c3527",
  cherry: "#a51f33",
  coral: "#e8755a",
  blush: "#f0c4b8",
  rose: "#d77f8c",
  plum: "#5d2f55",
  violet: "#6d5aa6",
  lilac: "#b9a4d8",
  indigo: "#2f3a6b",
  navy: "#22304d",
  ocean: "#1f5f86",
  sky: "#8fc1dd",
  teal: "#1d7a78",
  ice: "#d8eef2",
  cream: "#f3ead6",
  paper: "#faf6ec",
  bone: "#e4dcc8",
  sand: "#cdb892",
  kraft: "#b58d5c",
  cocoa: "#6b4a33",
  coffee: "#3b281d",
  slate: "#4b5560",
  smoke: "#8b9096",
  charcoal: "#34373b",
  ink: "#16191b",
  white: "#f4f4f1",
  gold: "#c8a24a",
  copper: "#b4693f",
  silver: "#b9bec4",
} as const;

export type Colour = keyof typeof colours;

export const isColour = (name: string): name is Colour => Object.hasOwn(colours, name);

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Mixes two colours; `part` 0 gives only the first, 1 only the second. */
export function mix(first: string, second: string, part: number): string {
  const other = channels(second);
  const blended = channels(first).map((value, at) => Math.round(value + ((other[at] ?? value) - value) * part));
  return `#${blended.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Darkens a colour; `part` goes from 0, the colour itself, to 1, nearly black. */
export const darker = (hex: string, part: number): string => mix(hex, "#050607", part);

/** Lightens a colour; `part` goes from 0, the colour itself, to 1, white. */
export const lighter = (hex: string, part: number): string => mix(hex, "#ffffff", part);

/** The brightness of a colour: 0 is black, 1 is white. */
export function brightness(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex);
  return (red * 0.299 + green * 0.587 + blue * 0.114) / 255;
}

/** The dark or the light ink, whichever is readable on this colour. */
export const printOn = (ground: string): string => (brightness(ground) > 0.55 ? "#23271f" : "#f3ecdc");
