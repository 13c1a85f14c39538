import { existsSync, globSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, test as base, expect } from "@playwright/test";
import { isProof } from "../support/long-form.ts";
import { type Project, packedProject, startCommand, startProgram } from "./package-project.ts";

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

async function pressIn(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext();
  const tab = await context.newPage();
  const errors: string[] = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  await tab.goto(url);
  await tab.getByRole("button", { name: "Ann: 0" }).click();
  await expect(tab.getByRole("button")).toHaveText("Ann: 1");
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
  expect(stdout).toContain("Built 1 islands");
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

test("the packed package has a program and types for each entry, its license and its guide, and no sources", async ({
  project,
}) => {
  const folder = join(project.path, "node_modules/server-islands");
  const { exports, bin } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const entries: { types: string; default: string }[] = Object.values(exports).filter(
    (entry) => typeof entry === "object",
  ) as never;
  const named = [...entries.flatMap((entry) => [entry.types, entry.default]), bin.islands, "LICENSE", "README.md"];
  expect(entries.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  expect(globSync("**/*.ts", { cwd: folder }).filter((path) => !path.endsWith(".d.ts"))).toEqual([]);
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
    await project.run("islands", "new", "play/stock-bell");
    project.write(
      "vitest.config.js",
      `import { onPreact } from "server-islands/vitest";
const test = { environment: "happy-dom", server: { deps: { inline: ["server-islands"] } } };
export default { test: { projects: [{ test: { ...test, name: "react" } }, { ...onPreact, test: { ...test, name: "preact" } }] } };`,
    );
    const framework = `import * as react from "react";
import { expect, test } from "vitest";
test("Preact alone can hydrate", ({ task }) => expect("hydrate" in react).toBe(task.file.projectName === "preact"));`;
    project.write("tests/framework.test.ts", framework);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      jsx: "react-jsx",
      module: "nodenext",
      target: "es2024",
      types: ["node"],
    };
    const checks = { allowImportingTsExtensions: true, skipLibCheck: false };
    const include = ["islands", "tests", "page.ts", "out/islands.d.ts"];
    await project.run("islands", "build", "islands", "--out", "out");
    project.write("page.ts", typedPage);
    project.write("tsconfig.json", JSON.stringify({ compilerOptions: { ...compilerOptions, ...checks }, include }));

    await project.run("vitest", "run", "--reporter=json", "--outputFile=report.json");
    expect(JSON.parse(await readFile(join(project.path, "report.json"), "utf8"))).toMatchObject({
      numPassedTests: 6,
      numFailedTests: 0,
    });
    await project.run("tsc", "-p", ".");
  });
}
