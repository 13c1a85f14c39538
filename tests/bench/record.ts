import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Recorded } from "./questions.ts";

/** The headers that a current browser sends when it opens a page. */
const browser = [
  "Host: shop.example",
  "Connection: keep-alive",
  'sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24"',
  "sec-ch-ua-mobile: ?0",
  'sec-ch-ua-platform: "Linux"',
  "Upgrade-Insecure-Requests: 1",
  "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
  "Sec-Fetch-Site: same-origin",
  "Sec-Fetch-Mode: navigate",
  "Sec-Fetch-User: ?1",
  "Sec-Fetch-Dest: document",
  "Accept-Encoding: gzip, deflate, br, zstd",
  "Accept-Language: en-US,en;q=0.9",
];

/** A whole GET request as a browser writes it. `also` contains more header lines. */
export const requestFor = (path: string, ...also: string[]): string =>
  `${[`GET ${path} HTTP/1.1`, ...browser, ...also].join("\r\n")}\r\n\r\n`;

export type Answer = { status: number; headers: string[]; named: IncomingHttpHeaders; body: Buffer };

/** An answer with its headers as written and its body still encoded. */
export function ask(agent: Agent, port: number, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { "Accept-Encoding": "br", Connection: "keep-alive" };
    const asking = request({ agent, host: "127.0.0.1", port, path, headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on("data", (chunk: Buffer) => chunks.push(chunk));
      res.once("error", reject);
      res.once("end", () =>
        resolve({ status: res.statusCode ?? 0, headers: res.rawHeaders, named: res.headers, body: Buffer.concat(chunks) }),
      );
    });
    asking.once("error", reject).end();
  });
}

/** Node itself writes these headers, at the shop and at the bare server alike. */
const nodesOwn = new Set(["date", "connection", "keep-alive"]);

function withoutNodesOwn(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = "", value = ""] = headers.slice(at, at + 2);
    if (!nodesOwn.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

/**
 * After a second request a page is compressed better, once, in the background. Its ETag then shows
 * this.
 */
const settled = ({ named }: Answer): boolean => named.etag?.endsWith('-br"') ?? true;

/** Requests a page until the shop sends the final version from its cache. */
async function askSettled(agent: Agent, port: number, path: string): Promise<Answer> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await ask(agent, port, path);
    if (settled(answer)) return answer;
    await sleep(20);
  }
  throw new Error(`${path} is never compressed for good`);
}

/** Records every page in its final version from the shop's cache. */
export async function recordPages(port: number, paths: readonly string[]): Promise<Recorded[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const recorded: Recorded[] = [];
  for (const path of paths) {
    await ask(agent, port, path);
    const { status, headers, named, body } = await askSettled(agent, port, path);
    if (status !== 200 || named["content-encoding"] !== "br") throw new Error(`${path}: ${status}, not a page in brotli`);
    recorded.push({ path, headers: withoutNodesOwn(headers), body });
  }
  agent.destroy();
  return recorded;
}

/** Throws unless the server at `port` sends the recorded bytes, and as many headers as the shop. */
export async function expectSame(port: number, recorded: readonly Recorded[]): Promise<void> {
  const again = await recordPages(
    port,
    recorded.map(({ path }) => path),
  );
  for (const [at, { path, headers, body }] of recorded.entries()) {
    const other = again[at];
    const same = other && Buffer.compare(body, other.body) === 0 && other.headers.join("\n") === headers.join("\n");
    if (!same) throw new Error(`the bare server sends something else for ${path}`);
  }
}
