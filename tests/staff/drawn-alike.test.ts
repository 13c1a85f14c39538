import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const views = join(import.meta.dirname, "../../views/staff");
const templates = globSync("*.hbs", { cwd: views }).map((file) => ({
  name: basename(file, ".hbs"),
  text: readFileSync(join(views, file), "utf8"),
}));

/** The templates, apart from `but`, that have what `pattern` finds. */
const having = (pattern: RegExp, ...but: string[]): string[] =>
  templates.filter(({ name, text }) => !but.includes(name) && pattern.test(text)).map(({ name }) => name);

test("the staff's side has four kinds of buttons", () => {
  expect(having(/class="button(?! button--(primary|secondary|danger|link|\{\{))/)).toEqual([]);
});

test("each state and each date of the staff's side is drawn by its partial", () => {
  expect(having(/class="state /, "state-label")).toEqual([]);
  expect(having(/<time\b/, "time")).toEqual([]);
});

test("each select of the staff's side has the same arrow", () => {
  expect(having(/(?<!<div class="select">)<select\b/)).toEqual([]);
});

test("each box and radio with words of its own has the larger target, but those of tables and of choices between versions", () => {
  expect(
    having(
      /(?<!<label class="check">)<input [^>]*type="(checkbox|radio)"/,
      "table",
      "product",
      "states",
      "conflict",
      "report-columns",
    ),
  ).toEqual([]);
});
