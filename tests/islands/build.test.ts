import { globSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import type { Manifest } from "server-islands/build";
import { buildSite } from "server-islands/internal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contentHash, linkScripts } from "../../islands/runtime/build/link.ts";
import { buildFixtures, buildFixturesInto, openFolder, siteOf } from "./fixture-site.ts";

let site: Awaited<ReturnType<typeof buildFixtures>>;
let development: Awaited<ReturnType<typeof buildFixtures>>;

beforeAll(async () => {
  site = await buildFixtures();
  development = await buildFixtures({ dev: true });
});
afterAll(() => {
  site.remove();
  development.remove();
});

const manifestOf = (out: string): Manifest => JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
const script = (out: string, file: string) => readFileSync(join(out, "static/islands", `${file}.js`), "utf8");
const scripts = (out: string) =>
  globSync("static/islands/*.js", { cwd: out }).map((path) => readFileSync(join(out, path), "utf8"));
const sharedScripts = (out: string) => globSync("static/islands/{shared,core}-*.js", { cwd: out });
const importsOf = (text: string) => [...text.matchAll(/from\s*"(\.\/[^"]+)"/g)].map(([, path]) => path);

test("every component with props beside it is an island, with a file of its own", () => {
  const { islands } = manifestOf(site.out);

  expect(Object.keys(islands)).toContain("counter");
  for (const [name, { file }] of Object.entries(islands)) {
    expect(file).toMatch(new RegExp(`^${name}-[A-Z0-9]{8}$`));
    expect(script(site.out, file)).toContain("default");
  }
});

test("every script is named by its content, but for the loader's stable address and the registry", () => {
  const names = globSync("static/islands/*.js", { cwd: site.out }).map((path) => basename(path));

  expect(names.filter((name) => !/-[A-Za-z0-9]{8,}\.js$/.test(name)).sort()).toEqual(["entry.js", "registry.js"]);
  for (const name of names) {
    const [, hash] = /-([A-F0-9]{8})\.js$/.exec(name) ?? [];
    if (hash) expect(contentHash(readFileSync(join(site.out, "static/islands", name)))).toBe(hash);
  }
  expect(script(site.out, manifestOf(site.out).entry)).toBe(script(site.out, "entry"));
});

test("the loader carries no framework and imports nothing before a trigger fires", () => {
  const entry = script(site.out, "entry");
  expect(importsOf(entry)).toEqual([]);
  expect(entry).not.toMatch(/createElement|useState|__k/);
});

test("Preact and what islands share are in one file that all of them import", () => {
  const { islands } = manifestOf(site.out);
  const [shared, ...more] = new Set(Object.values(islands).flatMap(({ imports }) => imports));

  expect(more).toEqual([]);
  expect(islands.counter?.imports).toEqual([shared]);
  for (const text of ["createElementNS", "seventy-seven"]) {
    expect(scripts(site.out).filter((one) => one.includes(text))).toEqual([script(site.out, shared ?? "")]);
  }
});

test("no zod and no schema is in a production script; development has them", () => {
  for (const text of scripts(site.out)) expect(text).not.toMatch(/safeParse|\bzod\b|_zod/i);
  expect(scripts(development.out).some((text) => text.includes("safeParse"))).toBe(true);
});

test("what browsers check of props is in a script of its own, without zod", () => {
  const [text = ""] = scripts(site.out).filter((one) => one.includes("expected"));
  expect(text).toMatch(/start:\{[^}]*type:"integer"/);
  expect(text).toMatch(/gift:\{[^}]*type:"boolean"/);
  expect(text).not.toContain("zod");
});

test("the props of each island are published as JSON Schema", () => {
  const schemas = JSON.parse(readFileSync(join(site.out, "islands.schema.json"), "utf8"));
  expect(schemas.counter.properties.label).toEqual({ type: "string" });
  expect(schemas.counter.required).toEqual(["label"]);
});

/**
 * Writes islands into a folder, one per feature. Each entry gives the island's text and the words
 * that it uses from `stores/`.
 */
function writeIslands(folder: string, islands: Readonly<Record<string, string>>): void {
  mkdirSync(join(folder, "islands/stores"), { recursive: true });
  writeFileSync(join(folder, "islands/stores/word.ts"), `export const word = "in one file";`);
  writeFileSync(join(folder, "islands/stores/own.ts"), `export const own = "own screens";`);
  for (const [name, drawn] of Object.entries(islands)) {
    const [, used] = /\{(\w+)\}/.exec(drawn) ?? [];
    const component = `${used ? `import { ${used} } from "../stores/${used}.ts";` : ""}
      export default ({ size }: { size: number }) => <p>${drawn}{size}</p>;`;
    mkdirSync(join(folder, "islands", name), { recursive: true });
    writeFileSync(join(folder, "islands", name, `${name}.tsx`), component);
    const props = `import { z } from "zod"; export const schema = z.object({ size: z.number() });`;
    writeFileSync(join(folder, "islands", name, `${name}.props.ts`), props);
  }
}

test("the same sources give the same build", async () => {
  const again = await buildFixtures();
  expect(manifestOf(again.out)).toEqual(manifestOf(site.out));
  again.remove();
});

test("a changed line of one island renames its own file alone, and gives another build", async () => {
  const folder = openFolder();
  const built = async (drawn: string) => {
    writeIslands(folder.path, { changing: drawn, same: "{word}", other: "{word}" });
    const { build } = await buildSite(siteOf(folder.path, { keep: false }));
    const { islands } = manifestOf(join(folder.path, "dist"));
    return { build, islands, files: globSync("static/islands/*.js", { cwd: join(folder.path, "dist") }).sort() };
  };

  const first = await built("first {word}");
  const second = await built("second {word}");

  const renamed = second.files.filter((file) => !first.files.includes(file));
  const loader = manifestOf(join(folder.path, "dist")).entry;
  expect(renamed.map((path) => basename(path, ".js")).sort()).toEqual([second.islands.changing?.file, loader]);
  expect(second.files.length).toBe(first.files.length);
  expect(second.build).not.toBe(first.build);
  folder.remove();
});

test("islands of a chunk group live in one file", async () => {
  const folder = openFolder();
  writeIslands(folder.path, { toasts: "{word}", "heart-icon": "{word}", "ship-to": "{word}" });
  const chunkGroups = { together: ["heart-icon", "ship-to", "absent"], none: ["absent"] };

  await buildSite(siteOf(folder.path, { chunkGroups }));

  const out = join(folder.path, "dist");
  const { islands } = manifestOf(out);
  expect(islands.toasts?.file).toMatch(/^toasts-/);
  expect(islands["heart-icon"]?.file).toMatch(/^together-/);
  expect(islands["ship-to"]).toEqual(islands["heart-icon"]);
  // These files include the loader under two names, the registry, and the scripts of six parts.
  expect(globSync("static/islands/*.js", { cwd: out }).length).toBe(12);
  expect(scripts(out).filter((text) => text.includes("in one file")).length).toBe(1);
  const link = async (file = "") => (await import(join(out, "static/islands", `${file}.js`))).default;
  const { file, imports } = islands["ship-to"] ?? {};
  const shared = (await link(imports?.[0]))();
  expect(shared).toMatchObject({ mount: expect.any(Function), islands: {} });
  expect((await link(file))(shared)).toEqual({
    islands: {
      "heart-icon": { default: expect.any(Function) },
      "ship-to": { default: expect.any(Function) },
    },
  });
  folder.remove();
});

test("a chunk group named core, main or like a section is in one file with what is shared there", async () => {
  const folder = openFolder();
  writeIslands(folder.path, { toasts: "{word}", "heart-icon": "{own}", "ship-to": "{own}", forms: "{word}", rest: "{word}" });
  const chunkGroups = { core: ["toasts"], main: ["heart-icon"] };

  await buildSite(siteOf(folder.path, { chunkGroups, sections: { forms: ["forms"] } }));

  const out = join(folder.path, "dist");
  const { islands } = manifestOf(out);
  const core = islands.toasts?.file ?? "";
  expect(core).toMatch(/^core-/);
  expect(islands.toasts?.imports).toEqual([]);
  expect(script(out, core)).toContain("in one file");
  const main = islands["heart-icon"]?.file ?? "";
  expect(main).toMatch(/^main-/);
  expect(script(out, main)).toContain("own screens");
  expect(islands["ship-to"]?.imports.toSorted()).toEqual([core, main]);
  expect(islands.forms?.imports).toEqual([core]);
  expect(sharedScripts(out).map((path) => basename(path, ".js"))).toEqual([core]);
  const link = async (file: string) => (await import(join(out, "static/islands", `${file}.js`))).default;
  const linked = (await link(core))();
  const drawn = { default: expect.any(Function) };
  expect(linked).toMatchObject({ mount: expect.any(Function), islands: { toasts: drawn } });
  expect((await link(main))(linked)).toMatchObject({ islands: { "heart-icon": drawn } });
  folder.remove();
});

test("a script takes what others export as arguments, so that one that did not come can be fetched again", async () => {
  const [own, shared] = [
    {
      file: "cart-AAAAAAAA",
      contents: 'import{a as b,c}from"./shared-BBBBBBBB.js";import"./shared-CCCCCCCC.js";b(c);export{b as d,c};',
    },
    { file: "shared-BBBBBBBB", contents: "var a=1,c=2,unused=3;export{unused,a,c};\n" },
  ];
  const late = { file: "shared-CCCCCCCC", contents: "globalThis.late=1;" };

  const linked = await linkScripts([own, shared, late], [], async (text) => text);

  const { file, needs, contents } = linked.get("cart-AAAAAAAA") ?? {};
  expect(contents).toBe('export default ({a:b,b:c},{})=>{b(c);;return{"d":b,"c":c}};');
  expect(linked.get("shared-BBBBBBBB")?.contents).toBe("export default ()=>{var a=1,c=2,unused=3;;return{a:a,b:c}};\n");
  expect(needs).toEqual([linked.get("shared-BBBBBBBB")?.file, linked.get("shared-CCCCCCCC")?.file]);
  expect(file).toBe(`cart-${contentHash(contents ?? "")}`);
});

test("the linker reads scripts with the names of their variables; browsers get short names", async () => {
  const folder = openFolder();
  const bundled: string[] = [];
  writeIslands(folder.path, { toasts: "{word}" });

  await buildSite(
    siteOf(folder.path, {
      bundle: async (step, options) => {
        const built = await esbuild.build(options);
        if (step === "chunks") bundled.push(...built.outputFiles.map(({ text }) => text));
        return built;
      },
    }),
  );

  const withName = (texts: string[]) => texts.filter((text) => text.includes("toasts_default")).length;
  expect([withName(bundled), withName(scripts(join(folder.path, "dist")))]).toEqual([1, 0]);
  folder.remove();
});

test("what one section's islands share, or those of two, is in a file that no other island imports, however little it is", async () => {
  const folder = openFolder();
  writeIslands(folder.path, { checkout: "{own}", identity: "{own}", catalog: "hello", wishlist: "hello" });
  const out = join(folder.path, "dist");
  const filesWith = (text: string) => sharedScripts(out).filter((path) => readFileSync(join(out, path), "utf8").includes(text));
  const expectOwn = () => {
    const { islands } = manifestOf(out);
    const [own = ""] = filesWith("own screens").map((path) => basename(path, ".js"));
    expect(islands.checkout?.imports).toContain(own);
    expect(islands.identity?.imports).toContain(own);
    expect(islands.catalog?.imports).toEqual(islands.wishlist?.imports);
    expect(islands.catalog?.imports).not.toContain(own);
  };

  await buildSite(siteOf(folder.path, { keep: false, sections: { forms: ["checkout", "identity"] } }));
  expectOwn();

  await buildSite(siteOf(folder.path, { keep: false, sections: { checkout: ["checkout"], account: ["identity"] } }));
  expectOwn();

  await buildSite(siteOf(folder.path, { keep: false, sections: { checkout: ["checkout"] } }));
  expect(filesWith("own screens")).toEqual(filesWith("createElementNS"));
  folder.remove();
});

test("stores are followed by a hook that fits Preact: what @nanostores/react brings along is not shipped", () => {
  for (const text of scripts(site.out)) expect(text).not.toMatch(/split\(\/\\\.\|\\\[|eqKey|snapshotRef/);
});

test("two islands of one name stop the build", async () => {
  const folder = openFolder();
  for (const feature of ["one", "two"]) {
    mkdirSync(join(folder.path, "islands", feature), { recursive: true });
    writeFileSync(join(folder.path, "islands", feature, "hello.tsx"), "export default () => null;");
    writeFileSync(join(folder.path, "islands", feature, "hello.props.ts"), "");
  }

  const built = buildSite(siteOf(folder.path));

  await expect(built).rejects.toThrow("Two islands are called hello, in one and in two: rename one");
  folder.remove();
});

test("the stylesheet is one hashed file with its imports, and other static files are copied as they are", () => {
  const { css } = manifestOf(site.out);
  expect(css).toMatch(/^\/static\/css\/site-[A-Z0-9]{8}\.css$/);
  expect(readFileSync(join(site.out, css ?? ""), "utf8")).toBe(
    ".imported{color:#456}.plain{color:#123}.far{margin-block-start:4000px}\n",
  );
  expect(readFileSync(join(site.out, "static/robots.txt"), "utf8")).toContain("User-agent");
  expect(globSync("static/css/*.css", { cwd: site.out }).map((path) => basename(path)).length).toBe(1);
});

test("every text file lies there compressed as well, where that makes it smaller", () => {
  const files = globSync("static/**/*.{js,css}", { cwd: site.out }).map((path) => join(site.out, path));
  for (const [ending, compress, decompress] of [
    ["br", brotliCompressSync, brotliDecompressSync],
    ["gz", gzipSync, gunzipSync],
  ] as const) {
    const smaller = files.filter((path) => compress(readFileSync(path)).length < readFileSync(path).length);
    expect(smaller.length).toBeGreaterThan(5);
    for (const path of smaller) expect(decompress(readFileSync(`${path}.${ending}`))).toEqual(readFileSync(path));
  }
});

test("builds that run at the same time leave one whole build and nothing else", async () => {
  const folder = openFolder();
  const out = join(folder.path, "dist");

  await Promise.all([1, 2, 3].map(() => buildFixturesInto(out)));

  expect(manifestOf(out)).toEqual(manifestOf(site.out));
  expect(globSync("*", { cwd: folder.path }).sort()).toEqual(["dist", "node_modules"]);
  folder.remove();
});

test("a build that was killed long ago is removed, one that runs now is left alone", async () => {
  const folder = openFolder();
  const [old, running] = ["dist.tmp-old", "dist.tmp-running"].map((name) => join(folder.path, name));
  for (const path of [old, running]) mkdirSync(path ?? "");
  utimesSync(old ?? "", 0, 0);

  await buildFixturesInto(join(folder.path, "dist"));

  expect(globSync("dist*", { cwd: folder.path }).sort()).toEqual(["dist", "dist.tmp-running"]);
  folder.remove();
});
