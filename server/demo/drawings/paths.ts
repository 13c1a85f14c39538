/** Functions for outlines. A point is x and y; a corner may also have a radius that rounds it. */
export type Point = readonly [x: number, y: number];
export type Corner = readonly [x: number, y: number, radius?: number];

const place = ([x, y]: Point | Corner) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** A closed or open curve through every point (Catmull-Rom as cubic Béziers). */
export function curve(points: readonly Point[], closed = true): string {
  const count = points.length;
  const pointAt = (at: number): Point => points[closed ? (at + count) % count : Math.min(Math.max(at, 0), count - 1)] ?? [0, 0];
  const last = closed ? count : count - 1;
  let path = `M${place(pointAt(0))}`;
  for (let at = 0; at < last; at++) {
    const [before, from, to, after] = [pointAt(at - 1), pointAt(at), pointAt(at + 1), pointAt(at + 2)];
    const leave: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const arrive: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    path += `C${place(leave)} ${place(arrive)} ${place(to)}`;
  }
  return closed ? `${path}Z` : path;
}

const toward = (from: Corner, to: Corner, distance: number): Point => {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const part = Math.min(distance / (Math.hypot(dx, dy) || 1), 0.5);
  return [from[0] + dx * part, from[1] + dy * part];
};

/** Straight sides with rounded corners, not closed. The path begins with M at the first point. */
export function rounded(corners: readonly Corner[]): string {
  return corners
    .map((corner, at) => {
      const [before, after] = [corners[at - 1], corners[at + 1]];
      if (!before) return `M${place(corner)}`;
      if (!after || !corner[2]) return `L${place(corner)}`;
      return `L${place(toward(corner, before, corner[2]))}Q${place(corner)} ${place(toward(corner, after, corner[2]))}`;
    })
    .join("");
}

/** The SVG path data of a closed polygon. */
export const polygon = (points: readonly Point[]): string => `M${points.map(place).join("L")}Z`;

/**
 * Mirrors points at a vertical axis and reverses their order, to continue an outline with its other
 * half.
 */
export const mirrored = <Spot extends Point | Corner>(points: readonly Spot[], axis: number): Corner[] =>
  points.map(([x, y, radius]) => [axis * 2 - x, y, radius ?? 0] as const).reverse();

/** Mirrors path data with absolute coordinates at a vertical axis. */
export const flipped = (path: string, axis = 480): string =>
  path.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => `${axis * 2 - Number(x)} ${y}`);

/** The SVG path data of a rectangle whose corners are rounded by `radius`. */
export const box = (x: number, y: number, width: number, height: number, radius = 0): string =>
  `M${x + radius} ${y}h${width - radius * 2}q${radius} 0 ${radius} ${radius}v${height - radius * 2}q0 ${radius} ${-radius} ${radius}h${radius * 2 - width}q${-radius} 0 ${-radius} ${-radius}v${radius * 2 - height}q0 ${-radius} ${radius} ${-radius}z`;

/** The SVG path data of an ellipse. */
export const ring = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${rx * 2} 0a${rx} ${ry} 0 1 0 ${-rx * 2} 0z`;

/** A closed irregular outline around a centre, for natural objects. */
export function blob(x: number, y: number, rx: number, ry: number, wobble: readonly number[]): string {
  const points = wobble.map((part, at): Point => {
    const angle = (at / wobble.length) * Math.PI * 2;
    return [x + Math.cos(angle) * rx * part, y + Math.sin(angle) * ry * part];
  });
  return curve(points);
}

/**
 * One part of a symmetric outline as a quadratic curve; its x values are distances from the axis.
 * The other side is its mirror image.
 */
export type Bend = readonly [controlOut: number, controlY: number, out: number, y: number];

/** The SVG path data of a symmetric outline from its right half; x counts from the axis. */
export function bothSides(start: Point, bends: readonly Bend[], axis = 480): string {
  const right = bends.map(([cx, cy, x, y]) => `Q${axis + cx} ${cy} ${axis + x} ${y}`).join("");
  const left = bends
    .map(([cx, cy], at) => {
      const [x, y] = at === 0 ? start : [bends[at - 1]?.[2] ?? 0, bends[at - 1]?.[3] ?? 0];
      return `Q${axis - cx} ${cy} ${axis - x} ${y}`;
    })
    .reverse()
    .join("");
  const turn = bends.at(-1);
  return `M${axis + start[0]} ${start[1]}${right}L${axis - (turn?.[2] ?? 0)} ${turn?.[3] ?? 0}${left}Z`;
}
