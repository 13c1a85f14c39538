import sharp, { type Sharp } from "sharp";

/** A picture of the given size whose pixels all differ a little, as a photograph's do. */
export function photograph(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 7 + Math.floor(at / (width * 3)) * 3) % 251;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
