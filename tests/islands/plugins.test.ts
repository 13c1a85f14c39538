import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { esbuildIslands, viteIslands } from "server-islands/build";
import { createServer, type InlineConfig, build as viteBuild } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { openFolder } from "./fixture-site.ts";

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
  expect(warnings.map(({ text }) => text)).toEqual([
    expect.stringContaining("islands/notes/stray.props.ts: there is no stray.tsx"),
  ]);

  write("islands/notes/note.tsx", "export default function Note() {\n  return <p>\n}");
  await expect(esbuild.build(options)).rejects.toThrow(/note\.tsx:3: /);
});

test("esbuild's plugin takes paths relative to esbuild's folder, and builds again when an island changes", async () => {
  const { path, write, islandsOf } = openSite();
  const context = await esbuild.context({
    absWorkingDir: path,
    entryPoints: ["page.js"],
    outdir: "out",
    plugins: [esbuildIslands({ islandsDir: "islands", out: "islands-out" })],
    logLevel: "silent",
  });
  onTestFinished(() => context.dispose());
  await context.watch();
  await expect.poll(() => existsSync(join(path, "islands-out")) && islandsOf()).toEqual(["note"]);
  const built = () => readFileSync(join(path, "islands-out/islands.mjs"), "utf8");

  write("islands/notes/note.tsx", "export default function Note() {\n  return <p>changed</p>;\n}");

  await expect.poll(built).toContain("changed");
});

/** Runs Vite with the islands beside a page of HTML. */
const viteOptions = (path: string, given: InlineConfig = {}): InlineConfig => ({
  root: path,
  // The folder's node_modules are those of this repository.
  cacheDir: join(path, ".vite"),
  configFile: false,
  logLevel: "silent",
  plugins: [viteIslands({ islandsDir: "islands", out: "islands-out" })],
  ...given,
});

const pageOf = (head: string) =>
  `<!doctype html><html lang="en"><head><title>Page</title>${head}</head><body><p data-island="note"></p></body></html>`;

const ownTag = '<script type="module" async src="/static/islands/entry.js"></script>';

test("vite build builds the islands, puts their tag into each page once, and copies what browsers load", async () => {
  const { path, write, islandsOf } = openSite();
  write("index.html", pageOf(""));
  write("about/index.html", pageOf(ownTag));
  const input = [join(path, "index.html"), join(path, "about/index.html")];
  const read = (file: string) => readFileSync(join(path, "dist", file), "utf8");

  await viteBuild(viteOptions(path, { build: { rolldownOptions: { input } } }));
  expect(islandsOf()).toEqual(["note"]);
  const tag = '<script type="module" async src="/static/islands/entry.js">';
  expect(read("index.html").match(/<script[^>]*entry[^>]*>/g)).toEqual([tag]);
  expect(read("about/index.html").match(/<script[^>]*entry[^>]*>/g)).toEqual([tag]);
  expect(read("static/islands/entry.js")).toBe(readFileSync(join(path, "islands-out/static/islands/entry.js"), "utf8"));
  expect(existsSync(join(path, "dist/islands.mjs"))).toBe(false);

  await viteBuild(viteOptions(path, { base: "./", build: { rolldownOptions: { input } } }));
  expect(read("index.html")).toContain('src="./static/islands/entry.js"');
  expect(read("about/index.html")).toContain('src="../static/islands/entry.js"');
});

test("vite build keeps earlier builds of islands that are in its own output folder", async () => {
  const { path, write } = openSite();
  write("index.html", pageOf(""));
  const plugins = [viteIslands({ islandsDir: "islands", out: "dist/islands" })];
  const scripts = () => readdirSync(join(path, "dist/islands/static/islands")).filter((name) => /^note-\w+\.js$/.test(name));
  await viteBuild(viteOptions(path, { plugins }));
  const first = scripts();
  write("islands/notes/note.tsx", "export default function Note() {\n  return <p>changed</p>;\n}");

  await viteBuild(viteOptions(path, { plugins }));

  expect(first).toHaveLength(1);
  expect(scripts()).toEqual(expect.arrayContaining(first));
  expect(scripts()).toHaveLength(2);
});

test("vite dev serves the islands below the base, and names what cannot be built as the user wrote it", async () => {
  const { path, write } = openSite();
  write("index.html", pageOf(""));
  const errors: string[] = [];
  const logger = { info() {}, warn() {}, warnOnce() {}, clearScreen() {}, hasErrorLogged: () => false, hasWarned: false };
  const customLogger = { ...logger, error: (text: string) => void errors.push(text) };
  const options = { base: "/app/", customLogger, mode: "development", server: { port: 0 } };
  const server = await createServer(viteOptions(path, options));
  onTestFinished(() => server.close());
  await server.listen();
  const [url = ""] = server.resolvedUrls?.local ?? [];

  expect(await (await fetch(url)).text()).toContain('src="/app/static/islands/entry.js"');
  const script = await fetch(`${url}static/islands/entry.js`);
  expect(script.headers.get("content-type")).toContain("text/javascript");
  expect(existsSync(join(path, "islands-out"))).toBe(false);

  write("islands/notes/note.tsx", "export default function Note() {\n  return <p>\n}");
  await expect.poll(() => errors.join("\n")).toMatch(/islands\/notes\/note\.tsx:3: /);
});

test("neither bundler's own output is deleted for islands in the same folder", async () => {
  const { path, write, site } = openSite();
  const own = join(path, "out");
  const plugins = [esbuildIslands({ ...site, out: own })];
  const built = esbuild.build({ entryPoints: [join(path, "page.js")], outdir: own, plugins, logLevel: "silent" });
  await expect(built).rejects.toThrow(/out has files that no build of islands made/);
  expect(readdirSync(own)).toEqual(["page.js"]);

  write("index.html", pageOf(""));
  const vite = viteBuild(viteOptions(path, { build: { outDir: "out" }, plugins: [viteIslands({ ...site, out: "out" })] }));
  await expect(vite).rejects.toThrow(/out is Vite's own output folder: give viteIslands another folder/);
  expect(readdirSync(own)).toEqual(["page.js"]);
});

test("a failing build of islands fails vite build in the user's words", async () => {
  const { path, write } = openSite();
  write("index.html", pageOf(""));
  const missing = viteOptions(path, { plugins: [viteIslands({ islandsDir: "island", out: "islands-out" })] });
  await expect(viteBuild(missing)).rejects.toThrow(/There is no folder \S*island$/m);

  write("islands/notes/note.tsx", "export function Note() {\n  return <p>note</p>;\n}");
  await expect(viteBuild(viteOptions(path))).rejects.toThrow(/islands\/notes\/note\.tsx: it has no component/);
});
