import { mix } from "./colours.ts";
import type { Sheet } from "./sheet.ts";
import type { Subject } from "./subject.ts";

/**
 * The black studio: a lamp at the upper left, and a dark glossy table that reflects the objects on
 * it.
 */
const backdrop = (sheet: Sheet, tint: string, width = 960, height = 960): string => {
  const wall = sheet.radial(
    [
      [0, mix("#23282b", tint, 0.16)],
      [0.45, mix("#101314", tint, 0.06)],
      [1, "#000000"],
    ],
    0.46,
    0.42,
    0.62,
  );
  return `<path d="M0 0h${width}v${height}H0z" fill="#000"/><path d="M0 0h${width}v${height}H0z" fill="${wall}"/>`;
};

const mirrorOf = (id: string, floor: number) =>
  `<use href="#${id}" transform="translate(0 ${floor * 2})scale(1 -1)" opacity=".3"/>`;

/** The table, in which reflections fade into the dark. */
const table = (sheet: Sheet, floor: number, height: number) => {
  const fade = sheet.linear(
    [
      [0, "#000000", 0.35],
      [0.5, "#000000", 0.82],
      [1, "#000000"],
    ],
    0,
    0,
    0,
    1,
  );
  return `<path d="M-400 ${floor}h1760v${height}h-1760z" fill="${fade}"/>`;
};

const pool = (sheet: Sheet, floor: number) =>
  `<ellipse cx="470" cy="${floor + 14}" rx="430" ry="62" fill="${sheet.radial([
    [0, "#ffffff", 0.16],
    [0.6, "#ffffff", 0.05],
    [1, "#ffffff", 0],
  ])}"/>`;

/**
 * A subject on the table with its reflection. `id` is the id of the subject's group, and `floor`
 * its height.
 */
export const withReflection = (sheet: Sheet, id: string, floor: number): string =>
  `${mirrorOf(id, floor)}${table(sheet, floor, 960)}${pool(sheet, floor)}<use href="#${id}"/>`;

const moved = (content: string, x: number, y: number, scale: number, more = "") =>
  `<g transform="translate(${x} ${y})scale(${scale})"${more}>${content}</g>`;

/** A second piece of the same kind, farther back and darker. */
const pair = (sheet: Sheet, id: string, floor: number): string => {
  const [near, far] = [0.84, 0.7];
  const front = floor + 14;
  const back = front - 52;
  const behind = `${mirrorOf(id, floor)}<use href="#${id}"/>`;
  return [
    moved(behind, 960 * 0.98 - 960 * far * 0.78, back - floor * far, far, ` opacity=".5"`),
    table(sheet, front, 960),
    moved(`${mirrorOf(id, floor)}`, -30, front - floor * near, near),
    table(sheet, front, 960),
    moved(`${pool(sheet, floor)}<use href="#${id}"/>`, -30, front - floor * near, near),
  ].join("");
};

const closeUp = (content: string, [x, y]: Subject["focus"]): string => moved(content, 480 - x * 2.1, 480 - y * 2.1, 2.1);

/** The four views of an object in the black studio; `carton` is its packaging. */
export function onBlack(sheet: Sheet, subject: Subject, view: number, tint: string, carton: () => Subject): string {
  const id = sheet.keep(subject.body);
  const ground = backdrop(sheet, tint);
  if (view === 1) return ground + pair(sheet, id, subject.floor);
  if (view === 2) return ground + closeUp(withReflection(sheet, id, subject.floor), subject.focus);
  if (view === 3) {
    const box = carton();
    const boxId = sheet.keep(box.body);
    const front = subject.floor * 0.7 + 250;
    return [
      ground,
      moved(withReflection(sheet, boxId, box.floor), 176, front - 24 - box.floor * 0.8, 0.8),
      moved(`${mirrorOf(id, subject.floor)}`, -60, front - subject.floor * 0.7, 0.7),
      table(sheet, front, 960),
      moved(`<use href="#${id}"/>`, -60, front - subject.floor * 0.7, 0.7),
    ].join("");
  }
  return ground + withReflection(sheet, id, subject.floor);
}

/** The white studio: objects lie on paper and have a soft shadow down to the right. */
export function onWhite(sheet: Sheet, subject: Subject, view: number, carton: () => Subject): string {
  const ground = `<path d="M0 0h960v960H0z" fill="${sheet.radial(
    [
      [0, "#ffffff"],
      [0.72, "#ffffff"],
      [1, "#f6f6f4"],
    ],
    0.45,
    0.42,
    0.75,
  )}"/>`;
  const id = sheet.keep(subject.body);
  const lying = `<g filter="${sheet.cast(5, 0.3)}"><use href="#${id}" filter="${sheet.cast(20, 0.26)}"/></g>`;
  if (view === 1) {
    const turned = (angle: number, x: number, y: number) =>
      `<g transform="translate(${x} ${y})rotate(${angle} 480 480)scale(.8)">${lying}</g>`;
    return ground + turned(9, 230, 30) + turned(-7, -40, 130);
  }
  if (view === 2) return ground + closeUp(lying, subject.focus);
  if (view === 3) {
    const box = carton();
    const packed = `<g filter="${sheet.cast(14, 0.3)}">${box.body}</g>`;
    return ground + moved(packed, 236, 30, 0.78) + moved(`<g transform="rotate(-5 480 480)">${lying}</g>`, -56, 190, 0.74);
  }
  return ground + lying;
}
