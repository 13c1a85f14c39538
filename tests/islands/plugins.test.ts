import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { build as viteBuild } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { loadBuild } from "../../build.mjs";
import { openFolder } from "./fixture-site.ts";

const { esbuildIslands, viteIslands } = await loadBuild();

/** A page's own script, and an island. */
function openSite() {
  const folder = openFolder();
  onTestFinished(() => folder.remove());
  const write = (file: string, text: string) => {
    mkdirSync(join(folder.path, file, ".."), { recursive: true });
    writeFileSync(join(folder.path, file), text);
  };
  write("page.js", "document.title = 'page';");
  write("islands/notes/note.tsx", "export default function Note() {\n  return <p>note</p>;\n}");
  write("islands/notes/note.props.ts", `import { z } from "zod";\nexport const schema = z.object({ text: z.string() });`);
  const site = { islandsDir: join(folder.path, "islands"), out: join(folder.path, "islands-out"), dev: false };
  const islandsOf = () => Object.keys(JSON.parse(readFileSync(join(site.out, "manifest.json"), "utf8")).islands);
  return { path: folder.path, write, site, islandsOf };
}

test("esbuild's own build builds the islands, and fails with them", async () => {
  const { path, write, site, islandsOf } = openSite();
  const options = {
    entryPoints: [join(path, "page.js")],
    outdir: join(path, "out"),
    plugins: [esbuildIslands(site)],
    logLevel: "silent" as const,
  };
  await esbuild.build(options);
  expect(islandsOf()).toEqual(["note"]);

  write("islands/notes/stray.props.ts", "export const schema = 1;");
  const { warnings } = await esbuild.build(options);
  expect(warnings.map(({ text }) => text)).toEqual([expect.stringContaining("islands/notes/stray.props.ts: no component")]);

  write("islands/notes/note.tsx", "export default function Note() {\n  return <p>\n}");
  await expect(esbuild.build(options)).rejects.toThrow(/note\.tsx:3: /);
});

test("vite build builds the islands", async () => {
  const { path, site, islandsOf } = openSite();
  await viteBuild({
    root: path,
    configFile: false,
    logLevel: "silent",
    build: { lib: { entry: join(path, "page.js"), formats: ["es"], fileName: "page" } },
    plugins: [viteIslands(site)],
  });
  expect(islandsOf()).toEqual(["note"]);
});

test("neither bundler's own output is deleted for islands in the same folder", async () => {
  const { path, site } = openSite();
  const own = join(path, "out");
  const plugins = [esbuildIslands({ ...site, out: own })];
  const built = esbuild.build({ entryPoints: [join(path, "page.js")], outdir: own, plugins, logLevel: "silent" });
  await expect(built).rejects.toThrow(/out has files that no build of islands made/);
  expect(readdirSync(own)).toEqual(["page.js"]);
  const vite = viteBuild({
    root: path,
    configFile: false,
    logLevel: "silent",
    build: { outDir: own, lib: { entry: join(path, "page.js"), formats: ["es"], fileName: "page" } },
    plugins: [viteIslands({ ...site, out: own })],
  });
  await expect(vite).rejects.toThrow(/out has files that no build of islands made/);
  expect(readdirSync(own)).toEqual(["page.mjs"]);
});
