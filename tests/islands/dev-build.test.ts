import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openDevBuild, watchFolders } from "server-islands/dev";
import { openIslands } from "server-islands/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { openFolder, siteOf } from "./fixture-site.ts";

const component = (text: string) => `export default () => <p>${text}</p>;`;

function openSite() {
  const { path, remove } = openFolder();
  const write = (name: string, text: string) => writeFileSync(join(path, name), text);
  mkdirSync(join(path, "islands/play"), { recursive: true });
  write("islands/play/hello.tsx", component("first"));
  write("islands/play/hello.props.ts", `import { z } from "zod"; export const schema = z.object({});`);
  write("site.css", "p { color: red }");
  const { dev: _, ...site } = siteOf(path, { stylesheet: join(path, "site.css") });
  const development = openDevBuild(site);
  onTestFinished(async () => {
    await development.close();
    remove();
  });
  const manifest = () => JSON.parse(readFileSync(join(path, "dist/manifest.json"), "utf8"));
  /** All scripts that a browser loads for an island. */
  const script = (name: string) => {
    const { file, imports } = manifest().islands[name] as { file: string; imports: string[] };
    return [file, ...imports].map((one) => readFileSync(join(path, "dist/static/islands", `${one}.js`), "utf8")).join("\n");
  };
  return { path, site, write, development, manifest, script };
}

test("each build has what has changed: text, a new island, one that is gone", async () => {
  const { path, write, development, manifest, script } = openSite();
  const first = await development.build();
  expect([first.problems, script("hello").includes("first")]).toEqual([[], true]);

  write("islands/play/hello.tsx", component("second"));
  write("islands/play/other.tsx", component("other"));
  write("islands/play/other.props.ts", `import { z } from "zod"; export const schema = z.object({ size: z.number() });`);
  const second = await development.build();
  expect(second.built).toMatchObject({ islands: 2 });
  expect(second.built?.build).not.toBe(first.built?.build);
  expect(script("hello")).toContain("second");
  expect(script("other")).toContain("other_default");

  rmSync(join(path, "islands/play/other.props.ts"));
  await development.build();
  expect(Object.keys(manifest().islands)).toEqual(["hello"]);
});

test("a broken build says file and line, and leaves the last good one in place", async () => {
  const { write, development, manifest } = openSite();
  await development.build();
  const before = manifest();

  write("islands/play/hello.tsx", "// a comment\nexport default () => <p>;");
  const { built, problems } = await development.build();

  expect(built).toBeUndefined();
  expect(problems).toMatchObject([{ kind: "build", line: 2, file: expect.stringMatching(/islands\/play\/hello\.tsx$/) }]);
  expect(manifest()).toEqual(before);

  write("islands/play/hello.tsx", component("mended"));
  expect(await development.build()).toMatchObject({ built: { islands: 1 }, problems: [] });
});

test("a change compiles the file that has changed, and renames what imports it", async () => {
  const { write, development, manifest } = openSite();
  write("islands/play/word.ts", `export const word = "first";`);
  write("islands/play/hello.tsx", `import { word } from "./word.ts";\nexport default () => <p>{word}</p>;`);
  write("islands/play/other.tsx", component("other"));
  write("islands/play/other.props.ts", `import { z } from "zod"; export const schema = z.object({});`);
  expect(await development.build()).toMatchObject({ built: { compiled: 5 }, problems: [] });
  const { hello, other } = manifest().islands;

  write("islands/play/word.ts", `export const word = "second";`);
  expect(await development.build()).toMatchObject({ built: { compiled: 1 }, problems: [] });
  expect(manifest().islands.hello.file).not.toBe(hello.file);
  expect(manifest().islands.other).toEqual(other);
  expect(await development.build()).toMatchObject({ built: { compiled: 0 } });
});

test("an earlier build's modules stay for open pages, and the server renders what was built last", async () => {
  const { path, write, development, manifest } = openSite();
  await development.build();
  const first = manifest().islands.hello;
  write("islands/play/hello.tsx", component("second"));
  await development.build();

  for (const file of [first.file, ...first.imports])
    expect(existsSync(join(path, "dist/static/islands", `${file}.js`))).toBe(true);
  const islands = await openIslands(join(path, "dist"));
  expect(islands.render("hello", {})).toContain("<p>second</p>");
});

/** The problems of a build in plain Node, since Vitest's own modules do not notice missing ones. */
function problemsInNode(site: object): unknown {
  const program = `
    const { loadBuild } = await import(${JSON.stringify(join(import.meta.dirname, "../../build.mjs"))});
    const { openDevBuild } = await loadBuild();
    const development = openDevBuild(${JSON.stringify(site)});
    console.log(JSON.stringify((await development.build()).problems));
    await development.close();`;
  const options = { cwd: join(import.meta.dirname, "../.."), encoding: "utf8" } as const;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", program], options));
}

test("an import of what is not there is told with file and line", async () => {
  const { site, write } = openSite();
  write("islands/play/word.ts", `export const word = "first";`);
  write("islands/play/hello.tsx", `\nimport { words } from "./word.ts";\nexport default () => <p>{words}</p>;`);

  const file = expect.stringMatching(/islands\/play\/hello\.tsx$/);
  expect(problemsInNode(site)).toMatchObject([{ kind: "build", line: 2, file, text: expect.stringContaining("words") }]);
});

test("an import of a file that has gone is told with file and line", async () => {
  const { path, write, development } = openSite();
  write("islands/play/word.ts", `export const word = "first";`);
  write("islands/play/hello.tsx", `\nimport { word } from "./word.ts";\nexport default () => <p>{word}</p>;`);
  expect(await development.build()).toMatchObject({ built: { islands: 1 }, problems: [] });

  rmSync(join(path, "islands/play/word.ts"));

  const file = expect.stringMatching(/islands\/play\/hello\.tsx$/);
  expect(await development.build()).toMatchObject({ problems: [{ kind: "build", line: 2, file }] });
});

test("import() loads a file by itself, and a change of that file is built", async () => {
  const { path, write, development, manifest } = openSite();
  write("islands/play/rate.ts", "export let rate = 1; export const raise = () => { rate++; };");
  write("islands/play/part.ts", `export * from "./rate.ts"; export const text = "first";`);
  write(
    "islands/play/hello.tsx",
    `import { raise } from "./rate.ts";\nexport default () => { raise(); return import("./part.ts"); };`,
  );
  const load = async () => {
    expect(await development.build()).toMatchObject({ built: { compiled: expect.any(Number) }, problems: [] });
    const script = await import(join(path, "dist/static/islands", `${manifest().islands.hello.file}.js`));
    return await script.default().islands.hello.default();
  };

  expect(await load()).toMatchObject({ rate: 2, text: "first" });
  write("islands/play/part.ts", `export * from "./rate.ts"; export const text = "second";`);
  expect(await load()).toMatchObject({ rate: 3, text: "second" });
});

test("the address of an island's own file is refused with file and line", async () => {
  const { write, development } = openSite();
  write("islands/play/hello.tsx", `${component("hello")}\nexport const url = new URL("x.png", import.meta.url);`);

  const place = { line: 2, file: expect.stringMatching(/islands\/play\/hello\.tsx$/) };
  expect(await development.build()).toMatchObject({ problems: [{ ...place, text: expect.stringContaining("import.meta.url") }] });
});

test("a site with a CommonJS package is bundled", async () => {
  const { path, write, development, script } = openSite();
  mkdirSync(join(path, "islands/node_modules/plain"), { recursive: true });
  write("islands/node_modules/plain/index.js", `exports.word = "common";`);
  write("islands/play/hello.tsx", `import { word } from "plain";\nexport default () => <p>{word}</p>;`);

  const { built, problems } = await development.build();

  expect(problems).toEqual([]);
  expect(built).toEqual({ build: expect.any(String), islands: 1, milliseconds: expect.any(Number), problems: [] });
  expect(script("hello")).toContain(`exports.word = "common"`);
});

test("a style is built without the islands, into the build that there is", async () => {
  const { path, write, development, manifest } = openSite();
  await development.build();
  const before = manifest();

  write("site.css", "p { color: green }");
  const { built = "" } = await development.buildStyles();

  expect(manifest()).toEqual({ ...before, css: built });
  expect(built).not.toBe(before.css);
  expect(readFileSync(join(path, "dist", built), "utf8")).toContain("green");

  write("site.css", "p { color: ");
  expect((await development.buildStyles()).problems).toMatchObject([{ line: 1, file: expect.stringMatching(/site\.css$/) }]);
});

/** Changes something, and waits until another watcher of the folder reports it. */
const noticed = (path: string, change: () => void) =>
  new Promise<void>((resolve) => {
    const watcher = watchFolders([path], async () => {
      watcher.close();
      setImmediate(resolve);
    });
    change();
  });

test("changes that come while others are taken in are taken in after them, none twice at once", async () => {
  const { path, write } = openSite();
  const calls: string[][] = [];
  let resume = () => {};
  let running = 0;
  const arrived: (() => void)[] = [];
  const watcher = watchFolders([path], async (paths) => {
    expect(++running).toBe(1);
    calls.push([...paths]);
    for (const told of arrived.splice(0)) told();
    await new Promise<void>((resolve) => (resume = resolve));
    running--;
  });
  onTestFinished(watcher.close);
  const call = () => new Promise<void>((resolve) => void arrived.push(resolve));

  const first = call();
  write("islands/play/hello.tsx", component("one"));
  await first;
  const second = call();
  await noticed(path, () => write("site.css", "p { color: blue }"));
  expect(calls.length).toBe(1);
  resume();
  await second;
  resume();

  expect(calls[0]).toContain(join(path, "islands/play/hello.tsx"));
  expect(calls.flat()).toContain(join(path, "site.css"));
});

test("a file that its editor has emptied is told of once it is written, an empty one after a second", async () => {
  const { path, write } = openSite();
  const now = new Date(Date.now() + 60_000);
  // Only the clock stands still, so the file's age does not depend on the machine's speed.
  vi.useFakeTimers({ toFake: ["Date"], now });
  onTestFinished(() => void vi.useRealTimers());
  const told: string[] = [];
  const file = join(path, "islands/play/hello.tsx");
  let arrived = () => {};
  const watcher = watchFolders([join(path, "islands")], async () => {
    told.push(readFileSync(file, "utf8"));
    arrived();
  });
  onTestFinished(watcher.close);
  const next = () => new Promise<void>((resolve) => (arrived = resolve));
  const empty = () => {
    write("emptied", "");
    utimesSync(join(path, "emptied"), now, now);
    renameSync(join(path, "emptied"), file);
  };

  empty();
  await wait(100);
  expect(told).toEqual([]);
  const written = next();
  write("islands/play/hello.tsx", component("whole"));
  await written;
  expect(told).toEqual([component("whole")]);

  const left = next();
  empty();
  vi.setSystemTime(now.getTime() + 1_000);
  await left;
  expect(told.slice(1)).toEqual([""]);
});
