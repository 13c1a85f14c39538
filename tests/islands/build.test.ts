import { globSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildSite, type Manifest } from "../../build/site.ts";
import { buildFixtures, openFolder } from "./fixture-site.ts";

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
const importsOf = (text: string) => [...text.matchAll(/from\s*"(\.\/[^"]+)"/g)].map(([, path]) => path);

test("every component with props beside it is an island, with a file of its own", () => {
  const { islands } = manifestOf(site.out);

  expect(Object.keys(islands)).toContain("counter");
  for (const [name, { file }] of Object.entries(islands)) {
    expect(file).toMatch(new RegExp(`^${name}-[A-F0-9]{8}$`));
    expect(script(site.out, file)).toContain("default");
  }
});

test("every script but the loader carries a hash by which it may be kept for ever", () => {
  const names = globSync("static/islands/*.js", { cwd: site.out }).map((path) => basename(path));

  expect(names.filter((name) => !/-[A-Za-z0-9]{8,}\.js$/.test(name))).toEqual(["entry.js"]);
});

test("the loader carries no framework and imports nothing before a trigger fires", () => {
  const entry = script(site.out, "entry");
  expect(importsOf(entry)).toEqual([]);
  expect(entry).not.toMatch(/createElement|useState|__k/);
});

test("Preact is in the core file and in no other", () => {
  const { core } = manifestOf(site.out);
  expect(script(site.out, core)).toContain("createElementNS");
  expect(scripts(site.out).filter((text) => text.includes("createElementNS")).length).toBe(1);
});

test("what islands share is in one file that they import: in the common one, or in one per features when it is large", () => {
  const { islands } = manifestOf(site.out);
  const [common = ""] = islands.counter?.imports ?? [];
  const [large = ""] = islands.spelled?.imports ?? [];

  expect(common).toMatch(/^shared-/);
  expect(large).toMatch(/^other\.play-/);
  expect(islands["counter-twin"]?.imports.toSorted()).toEqual([common, large].sort());
  expect(islands.busy?.imports).toEqual([]);
  expect(scripts(site.out).filter((text) => text.includes("seventy-seven")).length).toBe(1);
  expect(script(site.out, large)).toContain("seventy-seven");
});

test("no zod and no schema is in a production script; development has them", () => {
  for (const text of scripts(site.out)) expect(text).not.toMatch(/safeParse|\bzod\b|_zod/i);
  expect(scripts(development.out).some((text) => text.includes("safeParse"))).toBe(true);
});

test("numbers and booleans of single props are named in the island's file", () => {
  const { islands } = manifestOf(site.out);
  expect(script(site.out, islands.counter?.file ?? "")).toMatch(/start:Number/);
  expect(script(site.out, islands.fields?.file ?? "")).toMatch(/gift:\w+=>\w+!=="false"/);
});

test("the props of each island are published as JSON Schema", () => {
  const schemas = JSON.parse(readFileSync(join(site.out, "islands.schema.json"), "utf8"));
  expect(schemas.counter.properties.label).toEqual({ type: "string" });
  expect(schemas.counter.required).toEqual(["label"]);
});

test("the same sources give the same build, and a changed component gives another", async () => {
  const again = await buildFixtures();
  expect(manifestOf(again.out)).toEqual(manifestOf(site.out));
  again.remove();

  const folder = openFolder();
  const write = (text: string) => {
    mkdirSync(join(folder.path, "islands/one"), { recursive: true });
    writeFileSync(join(folder.path, "islands/one/hello.tsx"), `export default function Hello() { return <p>${text}</p>; }`);
    writeFileSync(
      join(folder.path, "islands/one/hello.props.ts"),
      `import { z } from "zod"; export const schema = z.object({});`,
    );
  };
  write("first");
  const first = await buildSite({ root: folder.path, out: join(folder.path, "dist"), dev: false });
  write("second");
  const second = await buildSite({ root: folder.path, out: join(folder.path, "dist"), dev: false });
  expect(second.build).not.toBe(first.build);
  folder.remove();
});

test("islands that stand on every page live in the chunk that all share, those of every shopping page in a second one", async () => {
  const folder = openFolder();
  mkdirSync(join(folder.path, "islands/stores"), { recursive: true });
  writeFileSync(join(folder.path, "islands/stores/words.ts"), `export const word = "packed once";`);
  for (const name of ["toasts", "heart-icon", "ship-to", "lonely"]) {
    const component = `import { word } from "../stores/words.ts";\nexport default ({ size }: { size: number }) => <p>{word} ${name} {size}</p>;`;
    mkdirSync(join(folder.path, "islands", name), { recursive: true });
    writeFileSync(join(folder.path, "islands", name, `${name}.tsx`), component);
    const props = `import { z } from "zod"; export const schema = z.object({ size: z.number() });`;
    writeFileSync(join(folder.path, "islands", name, `${name}.props.ts`), props);
  }
  const out = join(folder.path, "dist");
  await buildSite({ root: folder.path, out, dev: false });
  const { islands, core } = manifestOf(out);
  const exported = async (file: string) => (await import(join(out, "static/islands", `${file}.js`))) as { packed: object };

  expect(islands.toasts?.file).toMatch(/^shared-/);
  expect(islands["heart-icon"]?.file).toMatch(/^shop-/);
  expect(islands["ship-to"]?.file).toBe(islands["heart-icon"]?.file);
  expect(islands.lonely?.file).toMatch(/^lonely-/);
  expect(scripts(out).filter((text) => text.includes("packed once")).length).toBe(1);
  expect(globSync("static/islands/*.js", { cwd: out }).length).toBe(5);
  expect(script(out, core)).toContain("createElementNS");
  expect((await exported(islands["heart-icon"]?.file ?? "")).packed).toEqual({
    "heart-icon": { default: expect.any(Function), as: { size: Number } },
    "ship-to": { default: expect.any(Function), as: { size: Number } },
  });
  folder.remove();
});

test("stores are followed by a hook that fits Preact: what @nanostores/react brings along is not shipped", () => {
  const { core } = manifestOf(site.out);
  expect(script(site.out, core)).not.toMatch(/split\(\/\\\.\|\\\[|eqKey|snapshotRef/);
});

test("two islands of one name stop the build", async () => {
  const folder = openFolder();
  for (const feature of ["one", "two"]) {
    mkdirSync(join(folder.path, "islands", feature), { recursive: true });
    writeFileSync(join(folder.path, "islands", feature, "hello.tsx"), "export default () => null;");
    writeFileSync(join(folder.path, "islands", feature, "hello.props.ts"), "");
  }

  const built = buildSite({ root: folder.path, out: join(folder.path, "dist"), dev: false });

  await expect(built).rejects.toThrow("Two islands are called hello");
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

test("a build that was killed long ago is swept up, one that runs now is left alone", async () => {
  const folder = openFolder();
  const [old, running] = ["dist.tmp-old", "dist.tmp-running"].map((name) => join(folder.path, name));
  for (const path of [old, running]) mkdirSync(path ?? "");
  utimesSync(old ?? "", 0, 0);

  await buildFixturesInto(join(folder.path, "dist"));

  expect(globSync("dist*", { cwd: folder.path }).sort()).toEqual(["dist", "dist.tmp-running"]);
  folder.remove();
});

const buildFixturesInto = (out: string) => buildSite({ root: join(import.meta.dirname, "fixtures"), out, dev: false });
