/**
 * A font of capitals and figures with lines of one width, drawn as strokes of height 6, so that
 * labels look the same on every machine.
 */
type Glyph = readonly [width: number, startX: number, startY: number, strokes: string];

const glyphs: Record<string, Glyph> = {
  A: [4, 0, 6, "l2-6 2 6m-.7-2h-2.6"],
  B: [3.4, 0, 3, "v-3h1.8a1.5 1.5 0 0 1 0 3h-1.8v3h2a1.5 1.5 0 0 0 0-3"],
  C: [4.1, 4, 1, "a2.3 3 0 1 0 0 4"],
  D: [4.4, 0, 0, "v6h1.4a3 3 0 0 0 0-6z"],
  E: [3, 3, 0, "h-3v6h3m-3-3h2.6"],
  F: [3, 3, 0, "h-3v6m0-3h2.6"],
  G: [4.4, 4, 1, "a2.3 3 0 1 0 .4 3.4v-1.3h-1.8"],
  H: [4, 0, 0, "v6m4-6v6m-4-3h4"],
  I: [0, 0, 0, "v6"],
  J: [2.4, 2.4, 0, "v4.4a1.3 1.6 0 0 1-2.4.5"],
  K: [3.7, 0, 0, "v6m3.5-6l-3.5 3.6m1.3-1.3l2.4 3.7"],
  L: [2.8, 0, 0, "v6h2.8"],
  M: [5, 0, 6, "v-6l2.5 4 2.5-4v6"],
  N: [4, 0, 6, "v-6l4 6v-6"],
  O: [4.6, 2.3, 0, "a2.3 3 0 1 1-.01 0z"],
  P: [3.4, 0, 6, "v-6h1.8a1.7 1.7 0 0 1 0 3.4h-1.8"],
  Q: [4.6, 2.3, 0, "a2.3 3 0 1 1-.01 0zm.5 4.4l1.6 1.8"],
  R: [3.6, 0, 6, "v-6h1.8a1.7 1.7 0 0 1 0 3.4h-1.8m1.8 0l1.8 2.6"],
  S: [3.4, 3.2, 0.9, "c-.6-1.2-3-1.2-3 .7 0 1.8 3.2 1 3.2 2.8 0 2-2.8 2-3.4.6"],
  T: [3.8, 0, 0, "h3.8m-1.9 0v6"],
  U: [3.8, 0, 0, "v4a1.9 2 0 0 0 3.8 0v-4"],
  V: [4, 0, 0, "l2 6 2-6"],
  W: [6, 0, 0, "l1.5 6 1.5-5.2 1.5 5.2 1.5-6"],
  X: [3.8, 0, 0, "l3.8 6m0-6l-3.8 6"],
  Y: [3.8, 0, 0, "l1.9 3 1.9-3m-1.9 3v3"],
  Z: [3.6, 0, 0, "h3.6l-3.6 6h3.6"],
  0: [3.6, 1.8, 0, "a1.8 3 0 1 1-.01 0z"],
  1: [1.4, 0, 1, "l1.4-1v6"],
  2: [3.2, 0.1, 1.4, "c.3-1.9 3.1-1.8 3.1.2 0 1.6-2 2.3-3.1 4.4h3.2"],
  3: [3.2, 0.1, 0, "h3l-1.7 2.4c2.4-.2 2.4 3.6-.1 3.6-.7 0-1.2-.4-1.4-.9"],
  4: [3.6, 2.8, 6, "v-6l-2.8 4.4h3.6"],
  5: [3.2, 3, 0, "h-2.5l-.3 2.6c1.3-.9 3.1-.2 3.1 1.5 0 2.2-2.6 2.4-3.3.9"],
  6: [3.4, 2.6, 0, "l-2.2 3.3m1.3-1a1.8 1.8 0 1 1-.1 0"],
  7: [3.2, 0, 0, "h3.2l-2.1 6"],
  8: [3.4, 1.7, 0, "a1.4 1.4 0 1 1-.01 0zm0 2.8a1.6 1.6 0 1 1-.01 0z"],
  9: [3.4, 0.8, 6, "l2.2-3.3m-1.3 1a1.8 1.8 0 1 1 .1 0"],
};

const gap = 1.7;
const space = 2.6;

/** The strokes and the width of a line of text, in units of a sixth of the letters' height. */
function setLine(text: string, tracking: number) {
  let x = 0;
  let strokes = "";
  for (const letter of text.toUpperCase()) {
    const glyph = glyphs[letter];
    if (!glyph) x += space;
    else {
      strokes += `M${(x + glyph[1]).toFixed(2)} ${glyph[2]}${glyph[3]}`;
      x += glyph[0] + gap + tracking;
    }
  }
  return { strokes, width: Math.max(x - gap - tracking, 0.1) };
}

type Setting = { ink: string; height: number; maxWidth?: number; weight?: number; tracking?: number; opacity?: number };

/**
 * A line of text, centred on x, with its baseline at y + height. A line wider than `maxWidth` is
 * drawn smaller.
 */
export function letter(text: string, x: number, y: number, setting: Setting): string {
  const line = setLine(text, setting.tracking ?? 0);
  if (line.strokes === "") return "";
  const scale = Math.min(setting.height / 6, (setting.maxWidth ?? Number.POSITIVE_INFINITY) / line.width);
  const left = x - (line.width * scale) / 2;
  const top = y + setting.height - scale * 6;
  const faded = setting.opacity === undefined ? "" : ` opacity="${setting.opacity}"`;
  return `<path transform="translate(${left} ${top})scale(${scale})" d="${line.strokes}" fill="none" stroke="${setting.ink}" stroke-width="${setting.weight ?? 0.8}" stroke-linecap="round" stroke-linejoin="round"${faded}/>`;
}

/** Splits a text into up to two lines of about equal length. */
function inTwo(text: string): string[] {
  const words = text.split(" ").filter(Boolean);
  if (words.length < 2 || text.length < 9) return [words.join(" ")];
  const lengths = words
    .slice(1)
    .map((_, at) => Math.max(words.slice(0, at + 1).join(" ").length, words.slice(at + 1).join(" ").length));
  const cut = lengths.indexOf(Math.min(...lengths)) + 1;
  return [words.slice(0, cut).join(" "), words.slice(cut).join(" ")];
}

/** A text in one line, or in two slightly smaller lines around the same middle. */
export function letterBlock(text: string, x: number, y: number, setting: Setting): string {
  const lines = inTwo(text);
  const height = setting.height * (lines.length > 1 ? 0.88 : 1);
  const top = y - (lines.length - 1) * height * 0.4;
  return lines.map((line, at) => letter(line, x, top + at * height * 1.5, { ...setting, height })).join("");
}
