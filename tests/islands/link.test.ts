import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join } from "node:path";
import type { PluginBuild } from "esbuild";
import { buildSite, type Manifest, type SiteOptions } from "server-islands/build";
import { expect, onTestFinished, test } from "vitest";
import { openFolder, siteOf } from "./fixture-site.ts";

const props = `import { z } from "zod"; export const schema = z.object({});`;

/** A component of these tests: it may return any value instead of elements. */
type Island = () => unknown;
type Link = (...needed: unknown[]) => object;
type Site = {
  island(name: string): Promise<Island>;
  /** The text of each script that the loader has fetched so far. */
  fetched: string[];
  /** The names of all scripts. */
  files: string[];
  manifest: Manifest;
};

/** Builds islands and modules, and links their scripts as the loader does. */
async function build(
  modules: Readonly<Record<string, string>>,
  given: Partial<SiteOptions> = {},
  folder = openSite(),
): Promise<Site> {
  for (const [name, text] of Object.entries(modules)) {
    mkdirSync(dirname(join(folder, "islands", name)), { recursive: true });
    writeFileSync(join(folder, "islands", name), text);
    if (name.endsWith(".tsx")) writeFileSync(join(folder, "islands", name.replace(/tsx$/, "props.ts")), props);
  }
  await buildSite(siteOf(folder, { keep: false, ...given }));
  const scripts = join(folder, "dist/static/islands");
  const { default: registry }: { default: string } = await import(`${join(scripts, "registry.js")}?${Math.random()}`);
  const [[hashes = ""] = [], ...lines] = registry.split(";").map((line) => line.split(" "));
  const names = (hashes.match(/.{8}/g) ?? []).slice(1);
  const fetched: string[] = [];
  const linked = new Map<string, Promise<object>>();

  function link(at: number): Promise<object> {
    const [needs = "", name] = lines.at(at) ?? [];
    const path = join(scripts, `${name}-${names.at(at)}.js`);
    const fetchAndLink = async () => {
      fetched.push(readFileSync(path, "utf8"));
      const [script, ...needed] = await Promise.all([
        import(path),
        ...[...needs].map((digit) => link(Number.parseInt(digit, 36))),
      ]);
      return (script.default as Link)(...needed, link);
    };
    const one = linked.get(path) ?? fetchAndLink();
    linked.set(path, one);
    return one;
  }
  return {
    island: async (name) => {
      const { islands } = (await link(lines.findIndex((line) => line.includes(name)))) as {
        islands: Record<string, { default: Island }>;
      };
      return islands[name]?.default ?? (() => undefined);
    },
    fetched,
    files: globSync("*.js", { cwd: scripts }).sort(),
    manifest: JSON.parse(readFileSync(join(folder, "dist/manifest.json"), "utf8")),
  };
}

function openSite(): string {
  const { path, remove } = openFolder();
  onTestFinished(remove);
  return path;
}

test("a variable of another script that its module assigns again has its new value everywhere", async () => {
  const { island } = await build({
    "stores/now.ts": `
      export let count = 0;
      let total = 1;
      var latest: number, ofLoop = 0, ofPattern = "", constant = "same";
      export const step = () => {
        count++;
        ({ ofPattern } = { ofPattern: "pattern" });
        for (ofLoop of [7, 8]);
        latest = count;
        (() => { total **= 2; total += count; })();
      };
      export { total as sum, total as default, latest, ofLoop, ofPattern, constant };
      export class Later {}
      export let Current = class {};
      export const change = () => { Current = Later; };`,
    "stores/passed.ts": `export { count as passed, default as sum } from "./now.ts"; export * from "./now.ts";`,
    "one/one.tsx": `
      import { change, step } from "../stores/now.ts";
      export default () => { step(); change(); };`,
    "two/two.tsx": `
      import total, { Current, constant, count, Later, latest, ofLoop, ofPattern } from "../stores/now.ts";
      import { passed, sum } from "../stores/passed.ts";
      import * as all from "../stores/passed.ts";
      export default () => {
        const shadowed = (count: string) => count + "!";
        const names = (a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8) => [a, b, c, d, e, f, g, h].join("");
        return { count, total, latest, ofLoop, ofPattern, constant, passed, sum, ofAll: all.count, text: \`\${count}\`, inner: shadowed("x") + names(), isLater: new Current() instanceof Later };
      };`,
  });
  const [one, two] = [await island("one"), await island("two")];

  const before = { count: 0, total: 1, ofLoop: 0, ofPattern: "", constant: "same", passed: 0, sum: 1, ofAll: 0, text: "0" };
  expect(two()).toEqual({ ...before, inner: "x!12345678", isLater: false });
  one();
  one();
  const after = { count: 2, total: 6, latest: 2, ofLoop: 8, ofPattern: "pattern", passed: 2, sum: 6, ofAll: 2, text: "2" };
  expect(two()).toEqual({ ...after, constant: "same", inner: "x!12345678", isLater: true });
});

test("labels, properties and new.target stay as they are beside changing variables of the same names", async () => {
  const { island } = await build({
    "stores/now.ts": `export let count = 0; export let target = 0; export const step = () => { target = ++count; };`,
    "one/one.tsx": `import { step } from "../stores/now.ts"; export default step;`,
    "two/two.tsx": `
      import { count, target } from "../stores/now.ts";
      export default () => {
        const seen: unknown[] = [{ count: 5 }.count];
        count: for (const one of [count, target]) {
          for (;;) {
            seen.push(one);
            if (seen.length < 3) continue count;
            break count;
          }
        }
        const Made = class { isNew; constructor() { this.isNew = new.target === Made; } };
        return [...seen, new Made().isNew];
      };`,
  });
  const [one, two] = [await island("one"), await island("two")];
  one();

  expect(two()).toEqual([5, 1, 1, true]);
});

/** The number of fetched scripts that contain each text. */
const fetchedWith = ({ fetched }: Site, ...texts: string[]) =>
  texts.map((text) => fetched.filter((script) => script.includes(text)).length);

test("a module that CommonJS code requires later has its values everywhere", async () => {
  const { island } = await build({
    "stores/word.ts": `export const word = "required"; export const say = () => word;`,
    "stores/later.cjs": `exports.later = () => require("./word.ts").word;`,
    "one/one.tsx": `import { later } from "../stores/later.cjs"; export default () => later();`,
    "two/two.tsx": `import { later } from "../stores/later.cjs"; import { say, word } from "../stores/word.ts"; export default () => [word, say(), later()];`,
  });

  expect([(await island("one"))(), (await island("two"))()]).toEqual(["required", ["required", "required", "required"]]);
});

test("import() fetches a module when it is called, once, with what it imports, also in a circle", async () => {
  const site = await build({
    "stores/word.ts": `export let word = "first"; export const say = (next: string) => { word = next; };`,
    "one/part.ts": `
      import { say, word } from "../stores/word.ts";
      export const text = "the part of one";
      export default (next: string) => { say(next); return word; };
      export const again = () => import("./inner.ts");`,
    "one/inner.ts": `export const text = "the inner part"; export const outer = () => import("./part.ts");`,
    "one/one.tsx": `
      import { word } from "../stores/word.ts";
      export const load = (name: string) => import(\`./texts/\${name}.ts\`);
      export default () => [() => import("./part.ts"), () => import("../stores/word.ts"), () => word, load];`,
    "one/texts/en.ts": `export const hello = "hello in English";`,
    "one/texts/de.ts": `export const hello = "hello in German";`,
    "two/two.tsx": `import { word } from "../stores/word.ts"; export default () => word;`,
  });
  type Part = { text: string; default(next: string): string; again(): Promise<{ outer(): Promise<Part> }> };
  type Loads = [() => Promise<Part>, () => Promise<{ word: string }>, () => string, (name: string) => Promise<{ hello: string }>];
  const [loadPart, loadWord, word, loadText] = (await site.island("one"))() as Loads;
  expect(fetchedWith(site, "the part of one", "the inner part", "hello in English")).toEqual([0, 0, 0]);

  const [part, same] = await Promise.all([loadPart(), loadPart()]);
  const store = await loadWord();

  expect(same).toBe(part);
  expect(part.text).toBe("the part of one");
  expect([part.default("second"), word(), store.word, (await site.island("two"))()]).toEqual(Array(4).fill("second"));
  expect(await (await part.again()).outer()).toBe(part);
  expect((await loadText("de")).hello).toBe("hello in German");
  expect(fetchedWith(site, "the part of one", "the inner part", "hello in English", "hello in German")).toEqual([1, 1, 0, 1]);
});

test("modules whose scripts have the same text stay two modules", async () => {
  const { island } = await build({
    "play/first.ts": `export const panel = "first"; export const other = () => import("./second.ts");`,
    "play/second.ts": `export const panel = "second"; export const other = () => import("./first.ts");`,
    "play/both.tsx": `import { panel as a } from "./first.ts"; import { panel as b } from "./second.ts"; export default () => [a, b];`,
    "play/later.tsx": `const read = (load) => load().then(({ panel }) => panel);
      export default () => Promise.all([read(() => import("./first.ts")), read(() => import("./second.ts"))]);`,
    "play/texts/en.ts": `export const hello = "Hello";`,
    "play/texts/us.ts": `export const hello = "Hello";`,
    "play/texts.tsx": `export default async (name = "us") => (await import(\`./texts/\${name}.ts\`)).hello;`,
  });

  expect((await island("both"))()).toEqual(["first", "second"]);
  expect(await (await island("later"))()).toEqual(["first", "second"]);
  expect(await (await island("texts"))()).toBe("Hello");
});

test("import() of a package gives its exports, whether it is a module or CommonJS", async () => {
  const folder = openSite();
  const { island } = await build(
    {
      "one/words.cjs": `exports.hello = "hello"; exports.twice = (text) => text + text;`,
      "one/compiled.cjs": `Object.defineProperty(exports, "__esModule", { value: true }); exports.default = "its default"; exports.more = 1;`,
      "one/called.cjs": `module.exports = (text) => text + "!";`,
      "one/one.tsx": `
        export default () => Promise.all([import("./words.cjs"), import("./compiled.cjs"), import("./called.cjs"), import("p-limit")]);`,
    },
    {},
    folder,
  );

  const [words, compiled, called, limit] = await ((await island("one"))() as Promise<{ default: (text: string) => string }[]>);

  expect(words).toMatchObject({ hello: "hello", default: { hello: "hello" } });
  expect(compiled).toMatchObject({ default: "its default", more: 1 });
  expect(called?.default("yes")).toBe("yes!");
  expect(limit).toMatchObject({ default: expect.any(Function), limitFunction: expect.any(Function) });
});

test("a module may wait, and a script that needs it waits too", async () => {
  const { island } = await build({
    "stores/late.ts": `export const late = await Promise.resolve("late"); for await (const _ of [1]);`,
    "one/one.tsx": `import { late } from "../stores/late.ts"; export default () => late;`,
    "two/two.tsx": `import { late } from "../stores/late.ts"; export default () => late;`,
  });

  expect([(await island("one"))(), (await island("two"))()]).toEqual(["late", "late"]);
});

test("what only an import() needs is no part of an island's files; a change there renames its own script alone", async () => {
  const folder = openSite();
  const built = (text: string) =>
    build(
      {
        "one/part.ts": `export const text = ${JSON.stringify(text)};`,
        "one/more.ts": `export const more = "text that is longer than the first version";`,
        "one/one.tsx": `export default () => [import("./part.ts"), import("./more.ts")];`,
        "two/two.tsx": `export default () => import("../one/part.ts");`,
      },
      {},
      folder,
    );

  const first = await built("first version");
  await first.island("one");
  await first.island("two");
  const second = await built("second version, which is longer than all others of them");

  expect(first.manifest.islands.one?.imports).toEqual(second.manifest.islands.two?.imports);
  expect(fetchedWith(first, "first version")).toEqual([0]);
  const renamed = second.files.filter((file) => !first.files.includes(file)).map((file) => file.replace(/-.*/, ""));
  expect(renamed).toEqual(["entry", "shared"]);
});

test("an island may load more modules than the registry has digits", async () => {
  const texts = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`one/texts/t${at}.ts`, `export const at = ${at};`]));
  const { island } = await build({ ...texts, "one/one.tsx": `export default (at: number) => import(\`./texts/t\${at}.ts\`);` });

  const load = (await island("one")) as (at: number) => Promise<{ at: number }>;

  expect([(await load(0)).at, (await load(37)).at, (await load(49)).at]).toEqual([0, 37, 49]);
});

test("a package that a plugin leaves out of the bundles stays an import", async () => {
  const external = {
    name: "external",
    setup: (plugin: PluginBuild) => plugin.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true })),
  };
  const { island } = await build(
    {
      "stores/path.ts": `export { join as joined } from "node:path"; export const kind = "path";`,
      "one/one.tsx": `
        import { sep } from "node:path";
        import { joined, kind } from "../stores/path.ts";
        export default () => joined("a", kind) + sep;`,
      "two/two.tsx": `import * as all from "../stores/path.ts"; export default () => all.joined("b", all.kind);`,
    },
    { plugins: [external] },
  );

  expect([(await island("one"))(), (await island("two"))()]).toEqual(["a/path/", "b/path"]);
});

test("the lines of a script stay where its source map says", async () => {
  const component = `import { useState } from "react";
    import { word } from "../stores/word.ts";
    export default () => [useState, word, "the line of this text"];`;
  const site = await build({ "stores/word.ts": "export const word = 1;", "one/one.tsx": component }, { dev: true });
  await site.island("one");

  const script = site.fetched.find((text) => text.includes('"the line of this text"')) ?? "";
  const [, map = ""] = /base64,(\S+)/.exec(script) ?? [];
  const lines = script.split("\n");
  const at = lines.findIndex((line) => line.includes('"the line of this text"'));
  const column = lines[at]?.indexOf('"the line of this text"') ?? 0;
  const place = new SourceMap(JSON.parse(Buffer.from(map, "base64").toString())).findEntry(at, column);
  expect(place).toMatchObject({ originalLine: 2, originalSource: expect.stringMatching(/one\.tsx$/) });
});
