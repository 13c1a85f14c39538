import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { type Manifest, viteIslands } from "server-islands/build";
import { buildSite } from "server-islands/internal";
import { serveFiles } from "server-islands/server";
import { build as viteBuild } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { keptBuilds } from "../../islands/runtime/build/kept-builds.ts";
import { openFolder } from "./fixture-site.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

/** One island and a stylesheet; each contains a word that a change replaces. */
function openSite() {
  const folder = openFolder();
  onTestFinished(() => folder.remove());
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder.path, file)), { recursive: true });
    writeFileSync(join(folder.path, file), text);
  };
  const change = (word: string) => {
    write("islands/notes/note.tsx", `export default function Note() {\n  return <p>${word}</p>;\n}`);
    write("styles/site.css", `.${word} { color: red }`);
  };
  write("islands/notes/note.props.ts", `import { z } from "zod";\nexport const schema = z.object({});`);
  change("first");
  const site = {
    islandsDir: join(folder.path, "islands"),
    stylesheet: join(folder.path, "styles/site.css"),
    out: join(folder.path, "dist/islands"),
    dev: false,
  };
  return { path: folder.path, write, change, site };
}

/** The addresses in a page of the build in a folder. */
function addressesOf(out: string): string[] {
  const { css, entry, islands }: Manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
  return [css, `/static/islands/${entry}.js`, `/static/islands/${islands.note?.file}.js`];
}

const markOf = (out: string) => JSON.parse(readFileSync(join(out, "islands-build.json"), "utf8"));

async function serve(out: string) {
  const server = createServer(serveFiles(out));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return (paths: string[]) => Promise.all(paths.map(async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status));
}

test("scripts and styles of an earlier build are served for 14 days and three builds, and files of others stay", async () => {
  const { change, site } = openSite();
  await buildSite(site, start);
  writeFileSync(join(site.out, "notes.txt"), "mine");
  writeFileSync(join(site.out, "static/islands/mine-1A2B3C4D.js"), "mine");
  const statuses = await serve(site.out);
  const [first, firstText] = [addressesOf(site.out), readFileSync(join(site.out, addressesOf(site.out)[2] ?? ""), "utf8")];

  change("second");
  await buildSite(site, start + day);
  const second = addressesOf(site.out);
  expect(new Set([...first, ...second]).size).toBe(6);
  expect(await statuses([...first, ...second])).toEqual(Array(6).fill(200));
  expect(readFileSync(join(site.out, first[2] ?? ""), "utf8")).toBe(firstText);
  expect(markOf(site.out)).toMatchObject({ builtAt: start + day, kept: [{ builtAt: start }] });
  const { kept } = markOf(site.out);
  expect(kept[0].files.filter((file: string) => file.endsWith(".br")).length).toBeGreaterThan(0);
  for (const file of kept[0].files) expect(existsSync(join(site.out, file))).toBe(true);

  change("third");
  await buildSite(site, start + 2 * day);
  await buildSite(site, start + 3 * day);
  expect(markOf(site.out).kept.length).toBe(2);

  change("fourth");
  await buildSite(site, start + 16 * day);
  expect(await statuses(first)).toEqual([404, 404, 404]);
  expect(await statuses(second)).toEqual([200, 200, 200]);
  for (const file of kept[0].files.filter((file: string) => /note-|site-/.test(file)))
    expect(existsSync(join(site.out, file))).toBe(false);
  expect(readFileSync(join(site.out, "notes.txt"), "utf8")).toBe("mine");
  expect(await statuses(["/static/islands/mine-1A2B3C4D.js"])).toEqual([200]);
});

test("a site may keep none, and a build for development keeps none", async () => {
  for (const options of [{ keep: false }, { dev: true }]) {
    const { change, site } = openSite();
    await buildSite(site, start);
    const [css = ""] = addressesOf(site.out);
    change("second");
    await buildSite({ ...site, ...options }, start + day);
    expect(existsSync(join(site.out, css))).toBe(false);
    expect(markOf(site.out).kept).toEqual([]);
  }
});

test("a folder whose mark is older than kept builds keeps its build from now on", async () => {
  const { change, site } = openSite();
  await buildSite(site, start);
  const [css = ""] = addressesOf(site.out);
  const { madeBy, files } = markOf(site.out);
  writeFileSync(join(site.out, "islands-build.json"), JSON.stringify({ madeBy, files }));
  change("second");
  await buildSite(site, start + day);
  expect(existsSync(join(site.out, css))).toBe(true);
});

test("vite build, which empties its output folder, keeps the earlier builds in it", async () => {
  const { path, write, change, site } = openSite();
  write("page.js", "document.title = 'page';");
  const build = () =>
    viteBuild({
      root: path,
      configFile: false,
      logLevel: "silent",
      build: { emptyOutDir: true, lib: { entry: join(path, "page.js"), formats: ["es"], fileName: "page" } },
      plugins: [viteIslands(site)],
    });
  await build();
  write("dist/left.txt", "of the last build");
  const first = addressesOf(site.out);
  change("second");
  await build();
  expect(existsSync(join(path, "dist/left.txt"))).toBe(false);
  expect(addressesOf(site.out)).not.toEqual(first);
  for (const address of first) expect(existsSync(join(site.out, address))).toBe(true);
});

const at = (days: number, ...files: string[]) => ({ builtAt: start + days * day, files });

test("a build is kept for 14 days after the next one replaced it, however old it is", () => {
  const earlier = [at(20, "c"), at(19, "b"), at(0, "a")];
  expect(keptBuilds(at(21, "d"), earlier)).toEqual(earlier);
  expect(keptBuilds(at(32, "d"), earlier)).toEqual(earlier);
  expect(keptBuilds(at(33, "d"), earlier)).toEqual(earlier.slice(0, 2));
});

test("the same build again takes no earlier build's place", () => {
  const earlier = [at(2, "c"), at(1, "b"), at(0, "a")];
  expect(keptBuilds(at(100, "c"), earlier)).toEqual([at(1, "b"), at(0, "a")]);
  expect(keptBuilds(at(100, "b"), earlier)).toEqual([at(2, "c"), at(0, "a")]);
});

test("a site that deploys all day keeps 200 builds at most", () => {
  const earlier = Array.from({ length: 300 }, (_, index) => at(1 - index / 1_000, String(index)));
  expect(keptBuilds(at(1.1, "next"), earlier).length).toBe(199);
});
