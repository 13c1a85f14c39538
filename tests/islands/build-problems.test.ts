import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describeProblem, type Problem, problemsOf } from "server-islands/build";
import { buildSite, type InternalOptions } from "server-islands/internal";
import { expect, onTestFinished, test } from "vitest";
import { openFolder, siteOf } from "./fixture-site.ts";

const plainProps = `import { z } from "zod";\nexport const schema = z.object({ size: z.number() });`;
const component = "export default () => <p>hello</p>;";

/** Builds a folder with these files and one correct island. */
async function build(
  files: Readonly<Record<string, string>>,
  given: Partial<InternalOptions> = {},
): Promise<{ islands: number; problems: Problem[]; folder: string; out: string }> {
  const { path, remove } = openFolder();
  onTestFinished(remove);
  const all = { "good/hello.tsx": component, "good/hello.props.ts": plainProps, ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(path, "islands", name)), { recursive: true });
    writeFileSync(join(path, "islands", name), text);
  }
  const site = siteOf(path, given);
  const { islands, problems } = await buildSite(site);
  return { islands, problems, folder: relative(process.cwd(), join(path, "islands")), out: site.out };
}

const failure = (files: Readonly<Record<string, string>>, given: Partial<InternalOptions> = {}): Promise<string> =>
  build(files, given).then(
    () => "built",
    (error) => problemsOf(error).map(describeProblem).join("\n"),
  );

test("a build without faults says nothing", async () => {
  expect(await build({})).toMatchObject({ islands: 1, problems: [] });
});

test("props without a component, and an island in a deeper folder or in none, are told with what to do", async () => {
  const { islands, problems, folder } = await build({
    "good/orphan.props.ts": plainProps,
    "good/deeper/nested.props.ts": plainProps,
    "good/deeper/nested.tsx": component,
    "flat.props.ts": plainProps,
    "flat.tsx": component,
  });

  const move = "Move this file there, with the component.";
  expect(islands).toBe(1);
  expect(problems.map(describeProblem)).toEqual([
    `${folder}/flat.props.ts: the props of an island must be at ${folder}/<feature>/flat.props.ts\n  ${move}`,
    `${folder}/good/deeper/nested.props.ts: the props of an island must be at ${folder}/<feature>/nested.props.ts\n  ${move}`,
    `${folder}/good/orphan.props.ts: there is no orphan.tsx beside it\n  Write orphan.tsx with the component as its default export, or remove this file.`,
  ]);
});

const marked = `${plainProps}\nexport const embedded = true;`;

test("pages that others render get the islands whose props files say so, and no others", async () => {
  const { loader = "", stylesheet = "" } = siteOf("");
  const { islands, problems, folder, out } = await build(
    {
      "good/alone.props.ts": marked,
      "good/alone.embedded.tsx": component,
      "good/both.props.ts": marked,
      "good/both.tsx": component,
      "good/unsaid.props.ts": plainProps,
      "good/unsaid.embedded.tsx": component,
    },
    { embedded: { loader, stylesheet, prefix: "shop-" } },
  );

  expect(islands).toBe(2);
  const registry = readFileSync(join(out, "static/islands/embedded.js"), "utf8");
  expect(registry.match(/\b(?:alone|both|hello|unsaid)\b/g)).toEqual(["alone", "both"]);
  expect(problems.map(describeProblem)).toEqual([
    `${folder}/good/unsaid.props.ts: pages that others render do not get unsaid.embedded.tsx\n  Write the line \`export const embedded = true;\` here.`,
  ]);
});

const typed = `import { z } from "zod";

export const schema = z.object({
  name: z.string(),
  since: z.date().optional(),
  list: z.array(z.object({
    sizes: z.set(z.number()),
  })),
  either: z.union([z.string(), z.bigint()]),
  date: z.iso.date(),
  items: z.record(z.string(), z.map(z.string(), z.number())),
});`;

test("types of props that JSON cannot carry stop the build, each with its line", async () => {
  const failed = await build({ "good/hello.props.ts": typed }).catch((error: Error) => error);

  const message = (failed as Error).message.replaceAll(/^\S*islands\/good/gm, "good").split("\n");
  expect(message.filter((line) => !line.startsWith(" ")).sort()).toEqual([
    "good/hello.props.ts:11: Island hello: items is z.map(), which JSON cannot carry",
    "good/hello.props.ts:5: Island hello: since is z.date(), which JSON cannot carry",
    "good/hello.props.ts:7: Island hello: list.sizes is z.set(), which JSON cannot carry",
    "good/hello.props.ts:9: Island hello: either is z.bigint(), which JSON cannot carry",
  ]);
  expect(message).toContain("  Take z.iso.datetime() and make the date in the component.");
});

test("a stylesheet that an island imports stops the build at that line", async () => {
  const failed = await build({
    "good/hello.tsx": `import "../other.ts";\nimport "./hello.css";\n${component}`,
    "good/hello.css": "p { color: red }",
    "other.ts": "",
  }).catch((error: unknown) => error);

  expect((failed as { errors: unknown[] }).errors).toMatchObject([
    {
      text: "an island cannot import ./hello.css: import it from the site's stylesheet (@import) and remove this line",
      location: { file: expect.stringMatching(/hello\.tsx$/), line: 2 },
    },
  ]);
});

test("an import from another site, and the address of an island's own file, stop the build at their lines", async () => {
  const address = `// import.meta.url\nconst text = "import.meta.url";\nexport const url = new URL("./bell.png", import.meta.url);`;

  expect(await failure({ "good/hello.tsx": `import x from "https://esm.example/x";\n${component}` })).toMatch(
    /islands\/good\/hello\.tsx:1: an island cannot import https:\/\/esm\.example\/x for the server: install the package/,
  );
  expect(await failure({ "good/hello.tsx": `import "../address.ts";\n${component}`, "address.ts": address })).toMatch(
    /islands\/address\.ts:3: an island cannot use import\.meta\.url: put the file into the folder of static files/,
  );
  expect(
    await failure({ "good/hello.tsx": `import "../address.ts";\n${component}`, "address.ts": "import.meta.env?.MODE;" }),
  ).toBe("built");
});

test("an island with the name of another script stops the build, and the message says what to do", async () => {
  for (const name of ["core", "shared", "slots", "together"]) {
    const files = { [`good/${name}.props.ts`]: plainProps, [`good/${name}.tsx`]: component };
    const said = await failure(files, { chunkGroups: { together: ["hello"] } });

    expect(said).toBe(`No island may be called ${name}: another script of the build has this name, so rename the island`);
  }
});

test("too many modules of import() that share scripts stop the build, and the message says what to do", async () => {
  const part = (at: number) => ({
    [`good/i${at}.props.ts`]: plainProps,
    [`good/i${at}.tsx`]: `import { word } from "./word${at}.ts"; export default () => [word, () => import("./part${at}.ts")];`,
    [`good/word${at}.ts`]: `export const word = ["word ${at}"];`,
    [`good/part${at}.ts`]: `export { word as part } from "./word${at}.ts";`,
  });
  const parts = (count: number) => Object.assign({}, ...Array.from({ length: count }, (_, at) => part(at)));

  expect(await build(parts(29))).toMatchObject({ islands: 30 });
  expect(await failure(parts(30))).toBe(
    "31 scripts have code that others need, and at most 30 may: use import() for fewer modules",
  );
});

test("what a page wrote does not steer the terminal", () => {
  expect(describeProblem({ kind: "props", text: "a\u001b[31m red\r", file: "x.ts", line: 2 })).toBe("x.ts:2: a [31m red ");
});

test("an island's file that lacks its component or its schema, or cannot be loaded, is named itself", async () => {
  const island = { "bad/bell.tsx": component, "bad/bell.props.ts": plainProps };

  expect(await failure({ ...island, "bad/bell.tsx": "export const Bell = () => <p>hello</p>;" })).toMatch(
    /islands\/bad\/bell\.tsx: it has no component\n {2}Export the component as default/,
  );
  expect(await failure({ ...island, "bad/bell.props.ts": "export const props = 1;" })).toMatch(
    /islands\/bad\/bell\.props\.ts: it has no schema\n {2}Write `export const schema/,
  );
  expect(await failure({ ...island, "bad/bell.props.ts": "export const schema = 1;" })).toMatch(
    /islands\/bad\/bell\.props\.ts: its export schema is no schema of zod 4$/,
  );
  const misspelt = `import { z } from "zod";\nexport const schema = z.obejct({});`;
  expect(await failure({ ...island, "bad/bell.props.ts": misspelt })).toMatch(
    /islands\/bad\/bell\.props\.ts: \S*z\.obejct is not a function$/,
  );
});

test("a file or a folder of the options that does not exist is named as it was written", async () => {
  expect(await failure({}, { stylesheet: "styles/none.css" })).toBe("There is no file styles/none.css");
  expect(await failure({}, { staticDir: "nothing" })).toBe("There is no folder nothing");
});

test("a package among the islands is no feature", async () => {
  const files = { "tool/package.json": "{}", "tool/examples/a/a.props.ts": plainProps, "tool/examples/a/a.tsx": component };
  expect(await build(files)).toMatchObject({ islands: 1, problems: [] });
});
