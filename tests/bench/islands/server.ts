import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync } from "node:zlib";
import type { Contender } from "./contender.ts";

/** Sends the pages and scripts of all contenders with the same compression. */
export type BenchServer = {
  url: string;
  /** The paths of the scripts requested since `reset`. */
  scripts: Set<string>;
  /** The bytes of a file as it is sent. */
  sizeOf(path: string): number;
  /** Holds back every script for which `isHeld` is true; the returned function releases them. */
  hold(isHeld: (path: string) => boolean): () => void;
  heldCount(): number;
  /** Resolves once all widgets of the next page listen, with the ms since its navigation. */
  nextAlive(): Promise<number>;
  reset(): void;
  close(): Promise<void>;
};

export async function openBenchServer(contenders: readonly Contender[]): Promise<BenchServer> {
  const files = new Map(
    contenders.flatMap(({ files }) =>
      [...files].map(([path, { type, body }]) => [path, { type, body: brotliCompressSync(body) }] as const),
    ),
  );
  let isHeld = (_path: string) => false;
  let waiting: (() => void)[] = [];
  let tellAlive = (_at: number) => {};
  const send = (response: ServerResponse, path: string) => {
    const file = files.get(path);
    if (!file) return void response.writeHead(500).end();
    response.writeHead(200, { "content-type": file.type, "content-encoding": "br", "cache-control": "no-store" });
    response.end(file.body);
  };
  const server = createServer(({ url = "/" }, response) => {
    const { pathname, search } = new URL(url, "http://localhost");
    if (pathname === "/alive") {
      tellAlive(Number(search.slice(1)));
      response.writeHead(204).end();
      return;
    }
    if (pathname.endsWith(".js")) bench.scripts.add(pathname);
    if (isHeld(pathname)) waiting.push(() => send(response, pathname));
    else send(response, pathname);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const release = () => {
    isHeld = () => false;
    for (const sendNow of waiting) sendNow();
    waiting = [];
  };
  const bench: BenchServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scripts: new Set(),
    sizeOf: (path) => files.get(path)?.body.length ?? 0,
    hold: (holds) => {
      isHeld = (path) => path.endsWith(".js") && holds(path);
      return release;
    },
    heldCount: () => waiting.length,
    nextAlive: () =>
      new Promise((resolve) => {
        tellAlive = resolve;
      }),
    reset: () => {
      release();
      bench.scripts = new Set();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return bench;
}
