import { printed } from "../art.ts";
import { letterBlock } from "../lettering.ts";
import { contact, modelled, smear } from "../modelled.ts";
import { box } from "../paths.ts";
import { type Painter, second, third } from "../subject.ts";

/** A cloth-bound book with a ribbon and rounded corners. */
export const notebook: Painter = (sheet, look) => {
  const main = look.colours[0];
  const cover = "M290 190q0-14 14-14h366q26 0 26 26v568q0 26-26 26h-366q-14 0-14-14z";
  const weave = sheet.pattern(6, 6, '<path d="M0 0h3v3h-3zM3 3h3v3h-3z" fill="#000" fill-opacity=".12"/>');
  const inside = `<path d="${cover}" fill="${weave}"/><path d="M340 176v620" stroke="#000" stroke-opacity=".4" stroke-width="5"/><path d="M346 176v620" stroke="#fff" stroke-opacity=".18" stroke-width="3"/>${printed(sheet, look.art, 518, 420, 100, second(look), third(look))}${letterBlock(look.label, 518, 600, { ink: second(look), height: 30, maxWidth: 260 })}${smear(sheet, "M360 200L560 780", "#fff", 0.14, 24, 60)}`;
  const pages = `<path d="M304 796h386l14 22h-376q-26 0-24-22z" fill="#efe7d3"/><path d="M306 803h392M310 810h390" stroke="#a99f86" stroke-width="1.6"/><path d="M696 210l14 16v588l-14-14z" fill="#d6ccb4"/>`;
  const band = `<path d="M640 176h18v620h-18z" fill="${third(look)}"/><path d="M644 176v620" stroke="#fff" stroke-opacity=".3" stroke-width="2"/>`;
  return {
    body: `${contact(sheet, 500, 820, 250, 22)}${pages}${modelled(sheet, cover, { fill: main, depth: 24, light: 0.35, shade: 0.45, inside })}${band}<path d="M400 812q-6 40 8 74l-14-8-10 12q-14-40-6-78z" fill="${third(look)}"/>`,
    floor: 818,
    focus: [500, 440],
  };
};

/** A framed sheet leaning on the wall. */
export const poster: Painter = (sheet, look) => {
  const [ground, ink, other] = [look.colours[0], second(look), third(look)];
  const rows = [0, 1, 2].flatMap((row) =>
    [0, 1].map((column) =>
      printed(
        sheet,
        ["leaf", "fern", "cap", "bloom", "pine", "drop"][row * 2 + column] ?? look.art,
        408 + column * 144,
        300 + row * 146,
        58,
        column === row % 2 ? ink : other,
        ground,
      ),
    ),
  );
  const wood = sheet.linear(
    [
      [0, "#9a6d42"],
      [1, "#4c3019"],
    ],
    0,
    0,
    1,
    1,
  );
  return {
    body: `${contact(sheet, 490, 812, 260, 20)}<g transform="rotate(-1.5 480 800)"><path d="${box(270, 150, 420, 654, 3)}" fill="${wood}"/><path d="M270 150h420v654" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="2"/>${modelled(sheet, "M292 172h376v610h-376z", { fill: ground, depth: 20, light: 0.1, shade: 0.4, inside: rows.join("") + letterBlock(look.label, 480, 706, { ink, height: 24, maxWidth: 300 }) })}<path d="M292 172h240l-180 610h-60z" fill="#fff" opacity=".07"/></g>`,
    floor: 804,
    focus: [480, 400],
  };
};
