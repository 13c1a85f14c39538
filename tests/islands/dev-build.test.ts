import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDevBuild, watchFolders } from "server-islands/dev";
import { expect, onTestFinished, test } from "vitest";
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
  const script = (name: string) => readFileSync(join(path, "dist/static/islands", `${manifest().islands[name].file}.js`), "utf8");
  return { path, write, development, manifest, script };
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

/** Changes something, and waits until another watcher of the folder has told of it. */
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
