import { type Point, polygon } from "./paths.ts";

/** One leaflet with teeth, growing from 0 0; its angle counts from upright. */
function leaflet(angle: number, length: number, width: number, teeth: number): Point[] {
  const along = (part: number, out: number): Point => {
    const [x, y] = [out, -part * length];
    return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
  };
  const swell = (part: number) => Math.sin(Math.PI * part ** 0.8) * width;
  const side = (sign: number) =>
    Array.from({ length: teeth }, (_, at) => (at + 1) / (teeth + 1)).flatMap((part) => [
      along(part + 0.02, sign * swell(part)),
      along(part + 0.035, sign * swell(part) * 0.74),
    ]);
  return [[0, 0], ...side(-1), along(1, 0), ...side(1).reverse()];
}

const fingers: readonly (readonly [angle: number, length: number])[] = [
  [-1.95, 0.42],
  [1.95, 0.42],
  [-1.3, 0.74],
  [1.3, 0.74],
  [-0.66, 0.95],
  [0.66, 0.95],
  [0, 1.12],
];

/** The brand's leaf with seven fingers, with its stalk at 0 0, about 110 high. */
export function leafOutline(size: number, teeth = 4): string {
  const blades = fingers.map(([angle, length]) => polygon(leaflet(angle, length * 110 * size, (7 + length * 9) * size, teeth)));
  return `${blades.join("")}M${-2 * size} 0q${-2 * size} ${24 * size} ${6 * size} ${46 * size}l${4 * size}-${2 * size}q-${8 * size}-${22 * size}-${4 * size}-${44 * size}z`;
}
