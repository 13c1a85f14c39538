import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test as base, type Page } from "@playwright/test";
import { type Islands, openIslands } from "../../server/web/islands.ts";
import { buildFixtures } from "./fixture-site.ts";

const policy =
  "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; " +
  "require-trusted-types-for 'script'; trusted-types islands";

/** What stands between a request and its answer, by a part of the path. */
type Turn = (response: ServerResponse) => Promise<"go on" | "answered">;

export type Shop = {
  url: string;
  islands: Islands;
  /** Paths that were asked for, without the query. */
  asked: string[];
  /** Bodies of forms that the browser posted. */
  posted: string[];
  /** Puts a page there; the answer is its address. Several parts are sent one after the other, each when `next` is called. */
  page(...parts: string[]): string;
  next(): void;
  /** Keeps back every file whose path holds this; the answer lets it go. */
  hold(part: string): () => void;
  /** Answers otherwise than with the file. */
  instead(part: string, status: number, body: string): void;
};

type Serving = Shop & { forget(): void; close(): Promise<void> };

async function serve(dev: boolean): Promise<Serving> {
  const site = await buildFixtures({ dev });
  const islands = await openIslands(site.out, { production: !dev });
  const pages = new Map<string, string[]>();
  const turns = new Map<string, Turn>();
  const asked: string[] = [];
  const posted: string[] = [];
  let sendNext = () => {};

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    asked.push(pathname);
    for (const [part, turn] of turns) if (pathname.includes(part) && (await turn(response)) === "answered") return;
    if (request.method === "POST") return takePost(request, response);
    const parts = pages.get(pathname);
    if (parts) return sendPage(response, parts);
    if (pathname === "/elsewhere") return void response.writeHead(302, { location: "https://elsewhere.example/" }).end();
    const file = await readFile(join(site.out, pathname)).catch(() => undefined);
    if (!file) return void response.writeHead(404).end("not found");
    response.writeHead(200, { "content-type": pathname.endsWith(".js") ? "text/javascript" : "text/css" }).end(file);
  };

  async function takePost(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += chunk;
    posted.push(body);
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Posted</title><p>Posted</p>");
  }

  async function sendPage(response: ServerResponse, parts: readonly string[]): Promise<void> {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy });
    for (const [at, part] of parts.entries()) {
      if (at > 0) await new Promise<void>((resolve) => (sendNext = resolve));
      response.write(part);
    }
    response.end();
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    islands,
    asked,
    posted,
    page: (...parts) => {
      const path = `/page-${pages.size}`;
      pages.set(path, parts);
      return url + path;
    },
    next: () => sendNext(),
    hold: (part) => {
      const gate = Promise.withResolvers<"go on">();
      turns.set(part, () => gate.promise);
      return () => gate.resolve("go on");
    },
    instead: (part, status, body) =>
      void turns.set(part, async (response) => {
        response.writeHead(status, { "content-type": "text/javascript" }).end(body);
        return "answered";
      }),
    forget: () => {
      turns.clear();
      asked.length = 0;
      posted.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      site.remove();
    },
  };
}

/** What went wrong in a page: a script error, a violation of the policy, an `island:error`. */
export type Seen = { violations: string[]; errors: string[]; islandErrors: string[] };

async function watch(page: Page): Promise<Seen> {
  const seen: Seen = { violations: [], errors: [], islandErrors: [] };
  page.on("pageerror", (error) => seen.errors.push(error.message));
  await page.exposeFunction("seeViolation", (text: string) => seen.violations.push(text));
  await page.exposeFunction("seeIslandError", (text: string) => seen.islandErrors.push(text));
  await page.addInitScript(() => {
    const { seeViolation, seeIslandError } = window as unknown as Record<string, (text: string) => void>;
    document.addEventListener("securitypolicyviolation", (event) =>
      seeViolation?.(`${event.violatedDirective} ${event.blockedURI}`),
    );
    document.addEventListener("island:error", (event) => {
      const { name, error } = (event as CustomEvent).detail;
      seeIslandError?.(`${name}: ${error}`);
    });
  });
  return seen;
}

type Fixtures = { shop: Shop; devShop: Shop; seen: Seen };
type Workers = { production: Serving; development: Serving };

export const test = base.extend<Fixtures, Workers>({
  production: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const serving = await serve(false);
      await use(serving);
      await serving.close();
    },
    { scope: "worker" },
  ],
  development: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const serving = await serve(true);
      await use(serving);
      await serving.close();
    },
    { scope: "worker" },
  ],
  shop: async ({ production }, use) => {
    production.forget();
    await use(production);
  },
  devShop: async ({ development }, use) => {
    development.forget();
    await use(development);
  },
  seen: async ({ page }, use) => use(await watch(page)),
});

/** A whole page around islands of one `PageIslands`. */
export function wholePage(islands: Islands, write: (render: Islands["render"], wrap: Islands["wrap"]) => string): string {
  const page = islands.openPage();
  const body = write(
    (name, props, options) => islands.render(name, props, options, page),
    (name, props, options, fallback) => islands.wrap(name, props, options, fallback, page),
  );
  const css = islands.css ? `<link rel="stylesheet" href="${islands.css}">` : "";
  return `<!doctype html><html lang="en"><head><title>Islands</title>${css}${islands.moduleHead(page)}</head><body>${body}</body></html>`;
}
