import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSite } from "server-islands/build";
import { openDevBuild } from "server-islands/dev";
import { expect, onTestFinished, test } from "vitest";
import { compile } from "../support/views/compile.ts";
import { openFolder, siteOf } from "./fixture-site.ts";

/** A page's program; a line that ends with `// refused` has a mistake. */
const page = `import type { Islands } from "server-islands/server";
import { islandHtml } from "server-islands/testing";

export const write = (islands: Islands, page = islands.openPage()) => [
  islands.render("note", { text: "a" }),
  islands.render("note", { text: "a", size: 2 }, { on: "visible:200px 10%", tag: "li" }, page),
  islands.render("bell", {}, { on: "media:(min-width: 48rem)", same: true }),
  islands.wrap("note", { text: "a" }, { on: "idle" }, "fallback"),
  islands.helper("note", { text: "a" }),
  islandHtml("note", { text: "a" }, { on: "load" }),
  islands.render("nte", { text: "a" }), // refused
  islands.render("note", { txt: "a" }), // refused
  islands.render("note", { text: 1 }), // refused
  islands.render("note", Promise.resolve({ text: "a" })), // refused
  islands.render("bell", { text: "a" }), // refused
  islands.wrap("note", {}, {}, "fallback"), // refused
  islands.helper("note", { text: null }), // refused
  islandHtml("nte", { text: "a" }), // refused
  islandHtml("note", { text: 1 }), // refused
  islands.render("note", { text: "a" }, { on: "visble" }), // refused always
  islands.render("note", { text: "a" }, { on: "visible:200" }), // refused always
  islands.render("note", { text: "a" }, { onn: "idle" }), // refused always
  islandHtml("note", { text: "a" }, { on: "laod" }), // refused always
];
`;

const linesWith = (words: string) =>
  page.split("\n").flatMap((line, at) => (line.endsWith(`// ${words}`) ? [`page.ts:${at + 1}`] : []));

function openSite() {
  const { path, remove } = openFolder();
  onTestFinished(remove);
  const write = (file: string, text: string) => {
    mkdirSync(join(path, file, ".."), { recursive: true });
    writeFileSync(join(path, file), text);
  };
  const component = "export default () => <p>drawn</p>;";
  const props = 'import { z } from "zod";\nexport const schema = z.object';
  write("islands/notes/note.tsx", component);
  write("islands/notes/note.props.ts", `${props}({ text: z.string(), size: z.number().default(1) });`);
  write("islands/bells/bell.tsx", component);
  write("islands/bells/bell.props.ts", `${props}({});`);
  write("page.ts", page);
  write("package.json", '{"type":"module"}');
  /** The lines of the page that the compiler refuses. */
  const refusedLines = async (...include: string[]) => {
    const config = { extends: join(import.meta.dirname, "../../tsconfig.json"), include: ["page.ts", ...include] };
    write("tsconfig.json", JSON.stringify(config));
    const errors = await compile(path);
    return [...new Set(errors.map(({ file, line }) => `${file}:${line}`))];
  };
  const types = () => readFileSync(join(path, "dist/islands.d.ts"), "utf8");
  return { path, write, types, refusedLines };
}

test("the compiler checks names and props by the build's islands.d.ts, and triggers and options without it", async () => {
  const { path, refusedLines } = openSite();
  await buildSite(siteOf(path));

  expect(await refusedLines("dist/islands.d.ts")).toEqual([...linesWith("refused"), ...linesWith("refused always")]);
  expect(await refusedLines()).toEqual(linesWith("refused always"));
});

test("a development build keeps islands.d.ts up to date", async () => {
  const { path, write, types } = openSite();
  const { dev: _, ...site } = siteOf(path);
  const development = openDevBuild(site);
  onTestFinished(() => development.close());
  await development.build();
  expect(types()).toContain(`"note": typeof import("../islands/notes/note.props.ts").schema;`);
  expect(types()).not.toContain("later");

  write("islands/notes/later.tsx", "export default () => <p>later</p>;");
  write("islands/notes/later.props.ts", 'import { z } from "zod";\nexport const schema = z.object({});');
  await development.build();

  expect(types()).toContain(`"later": typeof import("../islands/notes/later.props.ts").schema;`);
});
