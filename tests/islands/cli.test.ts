import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { openFolder } from "./fixture-site.ts";

const command = join(import.meta.dirname, "../../islands/runtime/cli/main.ts");

/** A new folder, and the command `islands` in it. */
function openProject() {
  const folder = openFolder();
  onTestFinished(() => folder.remove());
  const islands = (...args: string[]) => promisify(execFile)(process.execPath, [command, ...args], { cwd: folder.path });
  const write = (file: string, text: string) => {
    mkdirSync(join(folder.path, file, ".."), { recursive: true });
    writeFileSync(join(folder.path, file), text);
  };
  const read = (file: string) => readFileSync(join(folder.path, file), "utf8");
  return { islands, write, read };
}

const props = `import { z } from "zod";\nexport const schema = z.object({ text: z.string() });`;

test("build names file and line of what does not compile, and ends with 1", async () => {
  const { islands, write } = openProject();
  write("islands/notes/note.tsx", "export default function Note() {\n  return <p>\n}");
  write("islands/notes/note.props.ts", props);
  await expect(islands("build", "islands", "--out", "dist")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^islands\/notes\/note\.tsx:3: /m),
  });
});

describe("a build deletes no file that is not its own", () => {
  const files = (write: (file: string, text: string) => void) => {
    write("islands/notes/note.tsx", "export default function Note() {\n  return <p>note</p>;\n}");
    write("islands/notes/note.props.ts", props);
  };

  test.each([
    ["islands", "islands is in the source folder islands"],
    ["islands/dist", "islands/dist is in the source folder islands"],
    [".", "the current folder is above the source folder islands"],
    ["site", "site has files that no build of islands made"],
    ["note.txt", "note.txt is a file"],
  ])("refuses --out %s", async (out, words) => {
    const { islands, write, read } = openProject();
    files(write);
    write("site/photo.txt", "a photo");
    write("note.txt", "a note");
    await expect(islands("build", "islands", "--out", out)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(words),
    });
    expect([read("islands/notes/note.props.ts"), read("site/photo.txt"), read("note.txt")]).toEqual([props, "a photo", "a note"]);
  });

  test("and keeps files that others added to an earlier build", async () => {
    const { islands, write, read } = openProject();
    files(write);
    await islands("build", "islands", "--out", "dist");
    write("dist/robots.txt", "mine");
    write("dist/static/islands/mine/photo.txt", "mine");
    const before = read("dist/manifest.json");
    write("islands/notes/note.tsx", "export default function Note() {\n  return <p>another</p>;\n}");
    await islands("build", "islands", "--out", "dist");
    expect(read("dist/manifest.json")).not.toBe(before);
    expect([read("dist/robots.txt"), read("dist/static/islands/mine/photo.txt")]).toEqual(["mine", "mine"]);
  });

  test("and replaces none by a file of its own", async () => {
    const { islands, write, read } = openProject();
    files(write);
    write("static/photo.txt", "of the site");
    await islands("build", "islands", "--out", "dist");
    write("dist/static/photo.txt", "mine");
    await expect(islands("build", "islands", "--out", "dist", "--static", "static")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("The build would overwrite dist/static/photo.txt"),
    });
    expect(read("dist/static/photo.txt")).toBe("mine");
  });
});

test("a folder, an island or a file that does not exist is named", async () => {
  const { islands, write } = openProject();
  const failure = (words: string) => ({ stderr: expect.stringContaining(words) });
  await expect(islands("build", "nodir", "--out", "dist")).rejects.toMatchObject(failure("There is no folder nodir\n"));
  write("islands/notes/readme.txt", "none yet");
  await expect(islands("build", "islands", "--out", "dist")).rejects.toMatchObject(failure("There is no island in islands: "));
  write("dist/islands.schema.json", "{}");
  await expect(islands("lint", "nofile.html")).rejects.toMatchObject(
    failure("nofile.html cannot be read: there is no such file\n"),
  );
});

test("a wrong call ends with 2 and says what is right", async () => {
  const { islands } = openProject();
  await expect(islands("build", "islands")).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("--out") });
  await expect(islands("build", "islands", "--uot", "x")).rejects.toMatchObject({ code: 2 });
  const port = { code: 2, stderr: expect.stringMatching(/^--port must be a number from 0 to 65535$/m) };
  for (const wrong of ["70000", "many"])
    await expect(islands("dev", "islands", "--out", "dist", "--port", wrong)).rejects.toMatchObject(port);
  const valueless = { code: 2, stderr: expect.stringContaining("islands build DIR") };
  await expect(islands("build", "islands", "--out")).rejects.toMatchObject(valueless);
  await expect(islands("biuld")).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("islands build DIR") });
});

test("gallery and dev say what is wrong in one line, without a stack", async () => {
  const { islands, write } = openProject();
  const taken = createServer();
  onTestFinished(() => void taken.close());
  const port = await new Promise((resolve) =>
    taken.listen(0, "127.0.0.1", () => resolve(String((taken.address() as AddressInfo).port))),
  );
  const failure = (stderr: string) => ({ code: 1, stderr });
  await expect(islands("gallery", "nodir", "--out", "out")).rejects.toMatchObject(failure("There is no folder nodir\n"));

  write("islands/notes/note.tsx", "export default function Note() {\n  return <p>note</p>;\n}");
  write("islands/notes/note.props.ts", props);
  write("pages/index.html", "<p>page</p>");
  await expect(islands("dev", "islands", "--out", "out", "--port", String(port))).rejects.toMatchObject(
    failure(`Port ${port} is in use: choose another one by --port\n`),
  );
});

test("new needs a feature and a name, writes missing configurations, and replaces no file", async () => {
  const { islands, write, read } = openProject();
  expect((await islands("new", "notes/note")).stdout.trim().split("\n")).toEqual([
    "islands/notes/note.props.ts",
    "islands/notes/note.tsx",
    "tests/notes/note.states.ts",
    "tests/notes/note.test.tsx",
    "vitest.config.mts",
    "tsconfig.json",
    "Run its test: npx vitest run tests/notes/note.test.tsx",
  ]);
  write("vitest.config.mts", "export default {};");
  await expect(islands("new", "notes/note")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("islands new replaces no file: islands/notes/note.props.ts, islands/notes/note.tsx, tests/"),
  });
  await islands("new", "notes/bell");
  expect(read("vitest.config.mts")).toBe("export default {};");
  for (const wrong of ["Note", "notes/Note", "notes/a--b", "notes/a-"])
    await expect(islands("new", wrong)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("FEATURE/NAME") });
});

test("new writes the configurations that the guide shows, or says what to check in the project's own", async () => {
  const { islands, read } = openProject();
  const guide = readFileSync(join(import.meta.dirname, "../../islands/runtime/GUIDE.md"), "utf8");
  const inGuide = (file: string) => new RegExp(`\n// ${file}\n(.*?)^\`\`\``, "ms").exec(guide)?.[1]?.trimStart();
  await islands("new", "notes/note");
  expect(read("vitest.config.mts")).toBe(inGuide("vitest.config.mts"));
  expect(read("tsconfig.json")).toBe(inGuide("tsconfig.json"));

  const other = openProject();
  other.write("vite.config.js", "export default { test: {} };");
  other.write("tsconfig.json", "{}");
  expect((await other.islands("new", "notes/note")).stdout.trim().split("\n").slice(4)).toEqual([
    'Check that vite.config.js has the settings of onPreact, from "server-islands/vitest".',
    'Check that tsconfig.json has "jsx": "react-jsx".',
    'Check that tsconfig.json has "allowImportingTsExtensions": true.',
    "Run its test: npx vitest run tests/notes/note.test.tsx",
  ]);
});

test("lint reads the build's schemas, and ends with 1 if there are problems", async () => {
  const { islands, write } = openProject();
  write("islands/notes/note.tsx", "export default function Note() {\n  return <p>note</p>;\n}");
  write("islands/notes/note.props.ts", props);
  write("right.html", `<p data-island="note" data-prop-text="x">x</p>`);
  write("wrong.html", `<p>\n<i data-island="note" data-prop-txt="x">x</i>`);
  await expect(islands("lint", "right.html")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("There is no file dist/islands.schema.json"),
  });
  await islands("build", "islands", "--out", "dist");

  expect((await islands("lint", "right.html")).stdout).toBe("No problems in 1 file\n");
  await expect(islands("lint", "right.html", "wrong.html")).rejects.toMatchObject({
    code: 1,
    stdout:
      "wrong.html:2: note has no prop txt; did you mean text?\nwrong.html:2: note needs the prop text\n2 problems in 2 files\n",
  });
});
