import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Islands } from "../../server/web/islands.ts";
import { ViewError } from "../../server/web/view-error.ts";
import { compileTemplates } from "../../server/web/views.ts";

const refuse = (name: string) => {
  throw new Error(`Island ${name}: label is 7`);
};
/** Islands that all refuse their props, except in a block that renders its content. */
const islands = {
  helper: (name: string, _props: unknown, options: { fn?: (context: object) => string }) => options.fn?.({}) ?? refuse(name),
  assetHref: refuse,
} as unknown as Islands;

async function open(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "views-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const templates = await compileTemplates(folder, islands, {});
  return (view: string): unknown => {
    try {
      return templates(view)({});
    } catch (error) {
      return error;
    }
  };
}

test("an error in a template names the view and the line", async () => {
  const render = await open({ "shop/product.hbs": '<h1>One</h1>\n\n  {{island "counter" buy}}' });

  const error = render("shop/product");

  expect(error).toBeInstanceOf(ViewError);
  expect(error).toMatchObject({
    view: "shop/product",
    line: 3,
    message: "views/shop/product.hbs:3: Island counter: label is 7",
  });
});

test("an error within partials and blocks names the innermost place", async () => {
  const render = await open({
    "page.hbs": "<main>\n{{> shop/list}}\n</main>",
    "shop/list.hbs": '\n<ul>\n{{#island "list" this}}\n<li>{{> shop/row}}</li>\n{{/island}}</ul>',
    "shop/row.hbs": '<p>\n<b>{{assetHref "none.svg"}}</b></p>',
  });

  expect(render("page")).toMatchObject({ view: "shop/row", line: 2 });
});

test("where no helper failed the view alone is named", async () => {
  const render = await open({ "page.hbs": "<p>\n{{> shop/missing}}" });

  expect(render("page")).toMatchObject({
    view: "page",
    line: undefined,
    message: "views/page.hbs: The partial shop/missing could not be found",
  });
});
