import { darker, lighter, mix } from "../colours.ts";
import { contact, modelled, smear } from "../modelled.ts";
import { blob, curve, type Point } from "../paths.ts";
import { type Painter, second } from "../subject.ts";
import { dome, stalk } from "./caps.ts";

/** A round beard of hanging spines. */
export const mane: Painter = (sheet, look) => {
  const pale = look.colours[0];
  const rows = Array.from({ length: 15 }, (_, row) => {
    const y = 252 + row * 33;
    const half = Math.sqrt(Math.max(1 - ((y - 500) / 262) ** 2, 0.02)) * 268;
    const count = Math.round(8 + half / 9);
    const strands = Array.from({ length: count }, (_, at) => {
      const x = 480 - half + (at / (count - 1)) * half * 2 + sheet.between(-8, 8);
      const out = (x - 480) / 268;
      return `M${x.toFixed(0)} ${(y + sheet.between(-16, 16)).toFixed(0)}q${(out * 22).toFixed(0)} 12 ${(out * 18 + sheet.between(-4, 4)).toFixed(0)} ${sheet.between(38, 80).toFixed(0)}`;
    }).join("");
    return sheet.coats(strands, [
      `stroke="${darker(pale, 0.68)}" stroke-width="12" stroke-opacity=".34" transform="translate(4 7)"`,
      `stroke="${mix(lighter(pale, 0.5), darker(pale, 0.16), Math.abs(row - 4) / 11)}" stroke-width="6.5"`,
    ]);
  });
  const ball = blob(
    480,
    500,
    262,
    262,
    Array.from({ length: 14 }, () => sheet.between(0.95, 1.02)),
  );
  const shade = sheet.radial(
    [
      [0, "#ffffff", 0.3],
      [0.4, "#ffffff", 0],
      [0.75, "#1a120a", 0.36],
      [1, "#0a0704", 0.8],
    ],
    0.36,
    0.3,
    0.78,
  );
  const body = `${contact(sheet, 480, 812, 190, 22)}<path d="${ball}" fill="${darker(pale, 0.3)}"/><g fill="none" stroke-linecap="round">${rows.join("")}</g><ellipse cx="484" cy="524" rx="288" ry="286" fill="${shade}"/>`;
  return { body, floor: 806, focus: [430, 480] };
};

/** Short flecked domes, one of them lying with its gills toward the viewer. */
export const shiitake: Painter = (sheet, look) => {
  const brown = look.colours[0];
  const flecks = (x: number, y: number, rx: number, ry: number) => {
    const dots = Array.from({ length: 34 }, () => {
      const [angle, reach] = [sheet.between(Math.PI, Math.PI * 2), Math.sqrt(sheet.between(0.25, 0.95))];
      const [dx, dy] = [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach];
      return `M${dx} ${dy}l${sheet.between(6, 15)} ${sheet.between(-5, 5)}-${sheet.between(3, 8)} ${sheet.between(4, 9)}z`;
    }).join("");
    return `<path d="${dots}" fill="${lighter(brown, 0.75)}" opacity=".75"/><path d="M${x - rx * 0.5} ${y - ry * 0.3}l40-30 20 22 50-44M${x} ${y - ry * 0.5}l-16 40 34 30M${x + rx * 0.3} ${y - ry * 0.2}l30-36" fill="none" stroke="${lighter(brown, 0.65)}" stroke-width="4" opacity=".6"/>`;
  };
  const one = (x: number, y: number, rx: number, ry: number, foot: Point) =>
    stalk(sheet, foot, [x, y], rx * 0.2, rx * 0.26, "#d9c4a0") + dome(sheet, x, y, rx, ry, brown, flecks(x, y, rx, ry));
  const gills = Array.from({ length: 44 }, (_, at) => {
    const angle = (at / 44) * Math.PI * 2;
    return `M${660 + Math.cos(angle) * 26} ${690 + Math.sin(angle) * 22}L${660 + Math.cos(angle) * 136} ${690 + Math.sin(angle) * 112}`;
  }).join("");
  const lying = `${contact(sheet, 664, 800, 150, 24)}${modelled(sheet, blob(660, 690, 158, 130, [1, 0.98, 1.02, 1, 0.97, 1.01]), { fill: darker(brown, 0.15), depth: 16 })}${modelled(sheet, blob(660, 690, 140, 114, [1, 1, 1, 1, 1, 1]), { fill: "#dccaa6", depth: 26, light: 0.2, shade: 0.55, inside: `<path d="${gills}" stroke="#8d7450" stroke-opacity=".6" stroke-width="2.6"/>` })}<g transform="rotate(40 660 690)">${stalk(sheet, [660, 640], [660, 690], 28, 34, "#e5d5b4")}</g>`;
  const body =
    contact(sheet, 400, 806, 260, 26) +
    one(330, 470, 168, 150, [360, 790]) +
    one(520, 600, 200, 178, [500, 800]) +
    lying +
    one(260, 690, 128, 108, [268, 804]);
  return { body, floor: 806, focus: [480, 560] };
};

/** Glossy bracket caps, banded toward a pale rim. */
export const reishi: Painter = (sheet, look) => {
  const red = look.colours[0];
  const bracket = (x: number, y: number, size: number, turn: number) => {
    const outline = curve([
      [-190, 20],
      [-160, -70],
      [-70, -116],
      [40, -112],
      [150, -64],
      [196, 24],
      [130, 78],
      [30, 62],
      [-30, 74],
      [-120, 80],
    ]);
    const bands = [1, 0.92, 0.82, 0.68, 0.5, 0.26];
    const inks = [
      lighter(second(look), 0.5),
      second(look),
      mix(red, second(look), 0.5),
      red,
      darker(red, 0.25),
      darker(red, 0.5),
    ];
    const rings = `<g filter="${sheet.blur(5)}">${bands.map((part, at) => `<path d="${outline}" fill="${inks[at]}" transform="translate(0 ${(1 - part) * 66})scale(${part})"/>`).join("")}</g>`;
    const gloss =
      smear(sheet, "M-120-30q60-60 150-56", "#fff", 0.75, 6, 15) +
      smear(sheet, "M-60 20q60-34 120-22", "#fff", 0.4, 7, 11) +
      smear(sheet, "M96-40q40 16 54 40", "#fff", 0.35, 5, 9);
    return `<g transform="translate(${x} ${y})rotate(${turn})scale(${size})"><path d="${outline}" fill="${darker(second(look), 0.6)}" transform="translate(4 24)"/>${modelled(sheet, outline, { fill: red, depth: 24, light: 0.3, inside: rings + gloss })}</g>`;
  };
  const stem =
    stalk(sheet, [470, 800], [440, 520], 44, 30, darker(red, 0.35)) +
    stalk(sheet, [480, 790], [620, 440], 30, 22, darker(red, 0.4));
  return {
    body:
      contact(sheet, 480, 804, 180, 26) +
      stem +
      bracket(640, 350, 0.82, 10) +
      bracket(420, 500, 1.3, -6) +
      bracket(600, 690, 0.7, 14),
    floor: 804,
    focus: [420, 480],
  };
};
