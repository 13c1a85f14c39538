import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type DevServer, openDevServer } from "server-islands/dev";
import { expect, onTestFinished, test } from "vitest";

async function open(): Promise<{ dev: DevServer; url: string; printed: string[] }> {
  const printed: string[] = [];
  const dev = await openDevServer({ css: "/static/site.css", print: (line) => void printed.push(line) });
  const server = createServer((req, res) => {
    if (!dev.answer(req, res)) res.writeHead(200).end("the site's own");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    dev.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { dev, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, printed };
}

/** The events that a page receives, in order. */
async function* statesOf(url: string) {
  const { body } = await fetch(`${url}/islands-dev/events`);
  let text = "";
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      yield JSON.parse(text.slice(text.indexOf("data: ") + 6, end));
      text = text.slice(end + 2);
    }
  }
}

test("a page is told at once what pages are made of, and of each change", async () => {
  const { dev, url } = await open();
  const states = statesOf(url);
  const next = async () => (await states.next()).value;

  const first = await next();
  expect(dev.tags()).toContain(`data-page="${first.page}" data-css="/static/site.css"`);
  expect(first).toMatchObject({ css: "/static/site.css", problems: [] });

  dev.changeStyles("/static/other.css");
  expect(await next()).toEqual({ ...first, css: "/static/other.css" });
  dev.changePages();
  const second = await next();
  expect(second.page).not.toBe(first.page);
  expect(dev.tags()).toContain(`data-page="${second.page}"`);
});

test("problems of one source replace its earlier ones, go when they are mended, and are printed once", async () => {
  const { dev, url, printed } = await open();
  const states = statesOf(url);
  const problems = async () => (await states.next()).value.problems;
  await problems();
  const broken = { kind: "build" as const, text: "no )", file: "a.tsx", line: 3 };
  const wrong = { kind: "template" as const, text: "no }}" };

  dev.report("build", [broken]);
  expect(await problems()).toEqual([broken]);
  dev.report("build", [broken]);
  expect(await problems()).toEqual([broken]);
  dev.report("views", [wrong]);
  expect(await problems()).toEqual([broken, wrong]);
  dev.report("build", []);
  expect(await problems()).toEqual([wrong]);
  expect(printed).toEqual(["a.tsx:3: no )", "no }}"]);
  dev.report("build", [broken]);
  expect(printed).toEqual(["a.tsx:3: no )", "no }}", "a.tsx:3: no )"]);
});

test("what a page reports is printed if it is of this origin and well formed", async () => {
  const { url, printed } = await open();
  const send = async (body: string, headers: Record<string, string>) =>
    (await fetch(`${url}/islands-dev/report`, { method: "POST", body, headers })).status;
  const report = JSON.stringify([{ kind: "mismatch", text: "Island counter: p is 1" }]);

  expect(await send(report, { origin: "https://elsewhere.example" })).toBe(403);
  expect(await send(report, {})).toBe(403);
  expect(await send("[{]", { origin: url })).toBe(400);
  expect(await send(JSON.stringify([{ kind: "build", text: 1 }]), { origin: url })).toBe(400);
  expect(printed).toEqual([]);
  expect(await send(report, { origin: url })).toBe(204);
  expect(printed).toEqual(["Island counter: p is 1"]);
});

test("only the development's own addresses are answered", async () => {
  const { url } = await open();
  const statusOf = async (path: string, method = "GET") => (await fetch(url + path, { method })).status;

  expect(await (await fetch(`${url}/other`)).text()).toBe("the site's own");
  expect(await statusOf("/islands-dev/page.js")).toBe(200);
  expect(await statusOf("/islands-dev/overlay.css")).toBe(200);
  expect(await statusOf("/islands-dev/constructor")).toBe(404);
  expect(await statusOf("/islands-dev/../../package.json")).toBe(200);
  expect(await statusOf("/islands-dev/events", "DELETE")).toBe(405);
});
