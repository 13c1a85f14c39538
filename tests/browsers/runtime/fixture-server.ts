import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Islands, openIslands } from "../../../server/web/islands.ts";
import { buildFixtures } from "../../islands/fixture-site.ts";
import { recorder } from "../../support/engines/recording-proxy.ts";

const strictPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; " +
  "require-trusted-types-for 'script'; trusted-types islands";

/** Serves the islands of tests/islands/fixtures in pages that a test writes. */
export type FixtureServer = {
  islands: Islands;
  /** Paths that were requested, without the query. */
  requested: string[];
  /** Bodies of the forms that the browser posted. */
  posted: string[];
  /** A script that runs in each page before everything else. */
  prelude: string;
  /**
   * Serves a page and returns its address. Several parts are sent one after the other, one at each
   * call of `sendNext`.
   */
  page(...parts: string[]): string;
  sendNext(): void;
  /** From now on serves another page at this address. */
  changePage(url: string, html: string): void;
  /** Holds back every file whose path contains this text; the returned function releases them. */
  hold(part: string): () => void;
  /**
   * Answers the next `times` requests whose path contains `part` with this status and body; without
   * `times`, answers all of them so. Status 0 closes the connection.
   */
  override(part: string, status: number, body: string, times?: number): void;
  /** The content security policy of pages. */
  policy: string;
  /** Serves a file at this address, for all tests of this worker. */
  serveFile(pathname: string, file: string): void;
  /** Serves another build, whose files come first. */
  serveAlso(out: string): void;
  reset(prelude: string): void;
  close(): Promise<void>;
};

/**
 * Sends an answer and resolves with true, or resolves with false so that the file itself is sent.
 */
type Interceptor = (response: ServerResponse) => Promise<boolean>;

const recorderPath = "/recorder.js";
const recorderTag = `<script src="${recorderPath}"></script>`;

export async function openFixtureServer({ dev }: { dev: boolean }): Promise<FixtureServer> {
  const site = await buildFixtures({ dev });
  const pages = new Map<string, string[]>();
  const interceptors = new Map<string, Interceptor>();
  const files = new Map<string, string>();
  let outs = [site.out];
  let sendNext = () => {};

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === recorderPath) return sendScript(response, `{\n${fixtures.prelude}\n}\n${recorder}`);
    fixtures.requested.push(pathname);
    for (const [part, intercept] of interceptors) if (pathname.includes(part) && (await intercept(response))) return;
    if (request.method === "POST") return receivePost(request, response);
    const parts = pages.get(pathname);
    if (parts) return sendPage(response, parts);
    if (pathname === "/elsewhere") return void response.writeHead(302, { location: "https://elsewhere.example/" }).end();
    const places = [...outs.map((out) => join(out, pathname)), files.get(pathname) ?? ""];
    const found = await Promise.all(places.map((path) => readFile(path, "utf8").catch(() => undefined)));
    const file = found.find((text) => text !== undefined);
    if (file === undefined) return void response.writeHead(404).end("not found");
    if (pathname.endsWith(".js")) return sendScript(response, file);
    response.writeHead(200, { "content-type": "text/css" }).end(file);
  }

  async function receivePost(request: IncomingMessage, response: ServerResponse): Promise<void> {
    fixtures.posted.push(Buffer.concat(await request.toArray()).toString());
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Posted</title><p>Posted</p>");
  }

  async function sendPage(response: ServerResponse, parts: readonly string[]): Promise<void> {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": fixtures.policy });
    for (const [at, part] of parts.entries()) {
      if (at > 0) await new Promise<void>((resolve) => (sendNext = resolve));
      response.write(part.replace("<head>", `<head>${recorderTag}`));
    }
    response.end();
  }

  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fixtures: FixtureServer = {
    islands: await openIslands(site.out, { production: !dev }),
    requested: [],
    posted: [],
    prelude: "",
    policy: strictPolicy,
    serveFile: (pathname, file) => void files.set(pathname, file),
    page: (...parts) => {
      const path = `/page-${pages.size}`;
      pages.set(path, parts);
      return url + path;
    },
    sendNext: () => sendNext(),
    changePage: (changed, html) => void pages.set(new URL(changed).pathname, [html]),
    hold: (part) => {
      const { promise, resolve } = Promise.withResolvers<false>();
      interceptors.set(part, () => promise);
      return () => resolve(false);
    },
    override: (part, status, body, times = Number.POSITIVE_INFINITY) => {
      let left = times;
      interceptors.set(part, async (response) => {
        if (left-- <= 0) return false;
        if (status === 0) response.destroy();
        else sendScript(response, body, status);
        return true;
      });
    },
    serveAlso: (out) => {
      outs = [out, ...outs];
    },
    reset: (prelude) => {
      interceptors.clear();
      outs = [site.out];
      Object.assign(fixtures, { requested: [], posted: [], prelude, policy: strictPolicy });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      site.remove();
    },
  };
  return fixtures;
}

const sendScript = (response: ServerResponse, script: string, status = 200) =>
  void response.writeHead(status, { "content-type": "text/javascript" }).end(script);

type Write = (render: Islands["render"], wrap: Islands["wrap"]) => string;

/** A whole page with islands that share one `PageIslands`. */
export function wholePage(islands: Islands, write: Write): string {
  const page = islands.openPage();
  const body = write(
    (name, props, options) => islands.render(name, props, options, page),
    (name, props, options, fallback) => islands.wrap(name, props, options, fallback, page),
  );
  const css = islands.css ? `<link rel="stylesheet" href="${islands.css}">` : "";
  return `<!doctype html><html lang="en"><head><title>Islands</title>${css}${islands.moduleHead(page)}</head><body>${body}</body></html>`;
}
