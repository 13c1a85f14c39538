import { existsSync, globSync, readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Browser, test as base, expect } from "@playwright/test";
import { publint } from "publint";
import { programs } from "../embedding/sites.ts";
import { freePort } from "../support/free-port.ts";
import { isProof } from "../support/long-form.ts";
import { type Project, packedProject, readGuide, startCommand, startProgram, startSite } from "./package-project.ts";

const root = join(import.meta.dirname, "../..");

const test = base.extend<object, { project: Project }>({
  project: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const project = await packedProject();
      await use(project);
      await rm(project.path, { recursive: true });
    },
    { scope: "worker" },
  ],
});

const page = `(islands) => {
  const page = islands.openPage();
  const body = islands.render("greeting", { name: "Ann" }, { on: "load" }, page);
  return "<!doctype html><html lang=en><head><title>One island</title>" + islands.moduleHead(page) + "</head><body>" + body + "</body></html>";
};`;

const plain = `import { createServer } from "node:http";
import { openIslands, serveFiles } from "server-islands/server";
const page = ${page}
const islands = await openIslands("out");
const files = serveFiles("out");
const server = createServer((req, res) =>
  files(req, res, () => {
    res.setHeader("Content-Type", "text/html");
    res.setHeader("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; require-trusted-types-for 'script'; trusted-types islands");
    res.end(page(islands));
  }),
);
server.listen(0, "127.0.0.1", () => console.log(String(server.address().port)));`;

const express = `import express from "express";
import { openIslands, serveFiles } from "server-islands/server";
const page = ${page}
const islands = await openIslands("out");
const app = express();
app.use(serveFiles("out"));
app.get("/", (req, res) => void res.send(page(islands)));
const server = app.listen(0, "127.0.0.1", () => console.log(String(server.address().port)));`;

const component = `import { useState } from "react";
import type { GreetingProps } from "./greeting.props.ts";

export default function Greeting({ name }: GreetingProps) {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>{\`\${name}: \${count}\`}</button>;
}`;
const props = `import { z } from "zod";
export const schema = z.object({ name: z.string() });
export type GreetingProps = z.infer<typeof schema>;`;

/** A program of which the build's `islands.d.ts` makes two lines wrong. */
const typedPage = `import type { Islands } from "server-islands/server";
export const write = (islands: Islands) => [
  islands.render("stock-bell", { label: "Presses" }, { on: "visible:200px" }),
  // @ts-expect-error There is no such island.
  islands.render("stok-bell", { label: "Presses" }),
  // @ts-expect-error The label is a text.
  islands.render("stock-bell", { label: 1 }),
];`;

function writeIsland(project: Project): void {
  project.write("islands/hello/greeting.tsx", component);
  project.write("islands/hello/greeting.props.ts", props);
}

async function pressIn(browser: Browser, url: string, label = "Ann"): Promise<void> {
  const context = await browser.newContext();
  const tab = await context.newPage();
  const errors: string[] = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  await tab.goto(url);
  await tab.getByRole("button", { name: `${label}: 0` }).click();
  await expect(tab.getByRole("button")).toHaveText(`${label}: 1`);
  expect(await tab.locator("[data-island-alive]").count()).toBe(1);
  expect(errors).toEqual([]);
  await context.close();
}

test("the packed package builds an island in an empty project, renders it on plain Node, and it comes alive", async ({
  project,
  browser,
}) => {
  writeIsland(project);
  const { stdout } = await project.run("islands", "build", "islands", "--out", "out");
  expect(stdout).toContain("Built 1 island into out in ");
  project.write("server.mjs", plain);
  const server = await startProgram(project, "server.mjs");
  try {
    await pressIn(browser, server.url);
    expect((await fetch(`${server.url}static/%2e%2e/manifest.json`)).headers.get("content-type")).toBe("text/html");
    expect((await fetch(`${server.url}static/islands/none.js`)).headers.get("content-type")).toBe("text/html");
  } finally {
    await server.end();
  }
});

const htmlPage = (name: string) => `<!doctype html>
<html lang="en">
<head><title>One island</title></head>
<body><input name="note" aria-label="Note">
<p data-island="greeting" data-island-on="load" data-props='{"name":${name}}'>Hello</p>
<script type="module" async src="/static/islands/entry.js"></script></body>
</html>`;

type Exports = Record<string, string | Record<string, string>>;

/** The description of the installed package. */
async function readDescription(project: Project): Promise<{ exports: Exports; bin: { islands: string } }> {
  return JSON.parse(await readFile(join(project.path, "node_modules/server-islands/package.json"), "utf8"));
}

test("the packed package has each path that it names, its license, its guide and its changes, and no sources", async ({
  project,
}) => {
  const folder = join(project.path, "node_modules/server-islands");
  const { exports, bin } = await readDescription(project);
  const entries = Object.values(exports).filter((entry) => typeof entry === "object");
  expect(Object.keys(exports)).not.toContain("./internal");
  const paths = Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [entry] : Object.values(entry)));
  const named = [...paths, bin.islands, "LICENSE", "README.md", "GUIDE.md", "CHANGELOG.md"];

  expect(entries.length).toBeGreaterThan(5);
  expect(entries.map((entry) => Object.keys(entry).join())).toEqual(entries.map(() => "types,default"));
  expect(named.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  expect(globSync("**/*.ts", { cwd: folder }).filter((path) => !path.endsWith(".d.ts"))).toEqual([]);
  expect(globSync("**/examples", { cwd: folder })).toEqual([]);
  const api = readFileSync(join(folder, "dist/API.md"), "utf8");
  expect(api).toMatch(/^## server-islands\/build$(?:\n(?!## ).*)*\n### buildSite\n\nBuilds a site's islands/m);
  expect(api).toContain("\nfunction mountIsland(html: string, options: MountOptions): MountedIsland;\n");
});

test("publint finds nothing to mend in the packed package", async ({ project }) => {
  const { messages } = await publint({ pkgDir: join(project.path, "node_modules/server-islands"), pack: false });
  expect(messages).toEqual([]);
});

for (const [resolution, module] of [
  ["nodenext", "nodenext"],
  ["bundler", "esnext"],
] as const)
  test(`each entry of the packed package has types under moduleResolution ${resolution}`, async ({ project }) => {
    project.link("vitest", "typescript", "@types/react", "@types/node");
    const inner = project.inside(`types-${resolution}`);
    const entries = Object.keys((await readDescription(project)).exports).filter((entry) => entry !== "./package.json");
    const lines = entries.map((entry, at) => `import type * as entry${at} from "server-islands${entry.slice(1)}";`);
    // A module without types is `any`, which has every key.
    const isTyped = entries.map((_, at) => `true as "no such key" extends keyof typeof entry${at} ? false : true`);
    inner.write("entries.mts", `${lines.join("\n")}\nexport const typed: true[] = [\n${isTyped.join(",\n")},\n];\n`);
    const compilerOptions = { strict: true, noEmit: true, module, moduleResolution: resolution, target: "es2024" };
    const options = { ...compilerOptions, skipLibCheck: false, types: ["node"] };
    inner.write("tsconfig.json", JSON.stringify({ compilerOptions: options, files: ["entries.mts"] }));

    await inner.run("tsc", "-p", ".").catch(({ stdout }) => expect(stdout).toBe(""));
  });

test("the guide's island, server, configuration and test work, copied into an empty project", async ({ project, browser }) => {
  const { files, packages } = readGuide(project);
  const inner = project.inside("guide");
  project.link(...packages.filter((name) => name !== "server-islands"));
  for (const [file, text] of files) if (!/^(vite\.config|build)\./.test(file)) inner.write(file, text);

  await inner.run("vitest", "run", "--reporter=json", "--outputFile=report.json");
  expect(JSON.parse(await readFile(join(inner.path, "report.json"), "utf8"))).toMatchObject({ numPassedTests: 1 });
  await inner.run("tsc", "-p", ".").catch(({ stdout }) => expect(stdout).toBe(""));

  await inner.run("islands", "build", "islands", "--out", "dist");
  const listening = `.listen(0, "127.0.0.1", function () { console.log(String(this.address().port)); })`;
  inner.write("server.mjs", `${files.get("server.mjs")}`.replace(".listen(8080)", listening));
  const server = await startProgram(inner, "server.mjs");
  try {
    await pressIn(browser, server.url, "Presses");
  } finally {
    await server.end();
  }
});

/** The files of a folder that `islands new` wrote, by path. */
const writtenFiles = (path: string) =>
  Object.fromEntries(
    globSync(["{islands,tests}/**/*.{ts,tsx}", "*.{json,mts}"], { cwd: path })
      .sort()
      .map((file) => [file, readFileSync(join(path, file), "utf8")]),
  );

test("the packed command writes a new island as the command's source does, and its test passes", async ({ project }) => {
  project.link("vitest", "happy-dom", "typescript", "@types/react", "@types/node");
  const [packed, source] = [project.inside("packed"), project.inside("source")];
  await packed.run("islands", "new", "play/stock-bell");
  await source.run("node", join(root, "islands/runtime/cli/main.ts"), "new", "play/stock-bell");

  const files = writtenFiles(packed.path);
  expect(files).toEqual(writtenFiles(source.path));
  expect(files["tests/play/stock-bell.test.tsx"]).toContain(` from "../../islands/play/stock-bell.props.ts";`);
  await packed.run("vitest", "run", "--reporter=json", "--outputFile=report.json");
  expect(JSON.parse(await readFile(join(packed.path, "report.json"), "utf8"))).toMatchObject({ numPassedTests: 1 });
});

const examples = join(root, "islands/runtime/examples");

test("the example for Vite: its islands live in vite dev, load again when one changes, and are built", async ({
  project,
  browser,
}) => {
  project.link("vite");
  const inner = project.inside("vite", join(examples, "vite"));
  expect(readGuide(project).files.get("vite.config.ts")).toBe(await readFile(join(inner.path, "vite.config.ts"), "utf8"));
  const port = await freePort();
  const listening = ["--host", "127.0.0.1", "--port", String(port), "--strictPort"];
  const dev = await startSite(inner, port, "vite", "dev", ...listening);
  const tab = await browser.newPage();
  const button = tab.getByRole("button", { name: /^Presses/ });
  const source = await readFile(join(inner.path, "islands/catalog/stock-bell.tsx"), "utf8");
  try {
    await tab.goto(dev.url);
    await button.click();
    await expect(button).toHaveText("Presses: 1");

    // Vite's watcher does not report a change that follows another one this soon.
    inner.write("islands/catalog/stock-bell.tsx", source.replace("{label}:", "{label} until now:"));
    await setTimeout(25);
    inner.write("islands/catalog/stock-bell.tsx", source.replace("{label}:", "{label} so far:"));
    await expect(button).toHaveText("Presses so far: 0");

    inner.write("islands/catalog/stock-bell.tsx", source.replace("</button>", "</p>"));
    await expect(tab.locator("vite-error-overlay")).toContainText("islands/catalog/stock-bell.tsx:9");
    inner.write("islands/catalog/stock-bell.tsx", source);
    await expect(button).toHaveText("Presses: 0");
    await expect(tab.locator("vite-error-overlay")).toHaveCount(0);
  } finally {
    await tab.close();
    await dev.end();
  }

  await inner.run("vite", "build");
  const preview = await startSite(inner, port, "vite", "preview", ...listening);
  try {
    await pressIn(browser, preview.url, "Presses");
  } finally {
    await preview.end();
  }
});

test("the example for Express is built, and its island comes alive", async ({ project, browser }) => {
  project.link("express");
  const inner = project.inside("express", join(examples, "express"));
  await inner.run("islands", "build", "islands", "--out", "dist");
  const server = await startProgram(inner, "server.mjs", { PORT: "0" });
  try {
    await pressIn(browser, server.url, "Presses");
  } finally {
    await server.end();
  }
});

test("the example for Django is built, its template has nothing to mend, and its island comes alive", async ({
  project,
  browser,
}) => {
  const inner = project.inside("django", join(examples, "django"));
  await inner.run("islands", "build", "islands", "--out", "dist");
  expect((await inner.run("islands", "lint", "templates/page.html")).stdout).toBe("No problems in 1 file\n");
  // `npm run test:all` says that Django is missing.
  if (programs.find(({ name }) => name === "Django")?.remedy) return;
  const port = await freePort();
  const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  const site = await startSite(inner, port, python, "example.py", "runserver", "--noreload", `127.0.0.1:${port}`);
  try {
    await pressIn(browser, site.url, "Presses");
  } finally {
    await site.end();
  }
});

test("islands dev shows each change of an island, a page and a stylesheet, and what is wrong, over the open page", async ({
  project,
  browser,
}) => {
  writeIsland(project);
  project.write("pages/index.html", htmlPage('"Ann"'));
  project.write("styles/site.css", "button { color: rgb(255, 0, 0) }");
  const server = await startCommand(
    project,
    ...["dev", "islands", "--out", "out-dev", "--css", "styles/site.css", "--port", "0"],
  );
  const tab = await browser.newPage();
  const [button, problem] = [tab.getByRole("button", { name: /^Ann/ }), tab.getByRole("alert")];
  try {
    await tab.goto(server.url);
    await button.click();
    await expect(button).toHaveText("Ann: 1");

    project.write("styles/site.css", "button { color: rgb(0, 0, 255) }");
    await expect(button).toHaveCSS("color", "rgb(0, 0, 255)");
    await expect(button).toHaveText("Ann: 1");

    await tab.getByLabel("Note").fill("typed");
    project.write("islands/hello/greeting.tsx", component.replace(": $", "! $"));
    await expect(button).toHaveText("Ann! 0");
    await expect(tab.getByLabel("Note")).toHaveValue("typed");

    project.write("islands/hello/greeting.tsx", component.replace("</button>", "</p>"));
    await expect(problem).toContainText("islands/hello/greeting.tsx:6");
    await expect(button).toHaveText("Ann! 0");
    project.write("islands/hello/greeting.tsx", component);
    await expect(button).toHaveText("Ann: 0");
    await expect(problem).toHaveCount(0);

    project.write("pages/index.html", htmlPage("7"));
    await expect(problem).toContainText("pages/index.html:5");
    project.write("pages/index.html", htmlPage('"Ann"'));
    await expect(button).toHaveText("Ann: 0");
    await expect(problem).toHaveCount(0);
    expect((await fetch(`${server.url}about`)).status).toBe(404);
  } finally {
    await tab.close();
    await server.end();
  }
});

if (isProof) {
  test("React is shipped where it is asked for, and Express serves the page", async ({ project, browser }) => {
    writeIsland(project);
    project.link("express");
    await project.run("islands", "build", "islands", "--out", "out", "--framework", "react");
    project.write("express.mjs", express);
    const server = await startProgram(project, "express.mjs");
    try {
      await pressIn(browser, server.url);
    } finally {
      await server.end();
    }
  });

  test("a new island's test passes at once, on React and on Preact, and its types are checked against the packed declarations", async ({
    project,
  }) => {
    project.link("vitest", "happy-dom", "typescript", "@types/react", "@types/node");
    const inner = project.inside("new");
    await inner.run("islands", "new", "play/stock-bell");
    inner.write(
      "tests/framework.test.ts",
      `import * as react from "react";
import { expect, test } from "vitest";
test("Preact alone can hydrate", () => expect("hydrate" in react).toBe(process.env.FRAMEWORK === "preact"));`,
    );
    const passed = async (framework: string) => {
      const env = [`FRAMEWORK=${framework}`, "vitest", "run", "--reporter=json", "--outputFile=report.json"];
      await inner.run("env", ...env);
      return JSON.parse(await readFile(join(inner.path, "report.json"), "utf8")).numPassedTests;
    };

    expect(await passed("preact")).toBe(2);
    await inner.run("tsc", "-p", ".");
    await inner.run("islands", "build", "islands", "--out", "out");
    inner.write("page.ts", typedPage);
    const include = ["islands", "tests", "page.ts", "out/islands.d.ts"];
    inner.write(
      "tsconfig.types.json",
      JSON.stringify({ extends: "./tsconfig.json", compilerOptions: { skipLibCheck: false }, include }),
    );
    await inner.run("tsc", "-p", "tsconfig.types.json");
    inner.write("vitest.config.mts", `export { onReact as default } from "server-islands/vitest";`);
    expect(await passed("react")).toBe(2);
  });
}
