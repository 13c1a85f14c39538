import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createRawServer, type Server as RawServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { DownloadOptions } from "../../server/media/safe-download.ts";

export type Place = {
  url: string;
  port: number;
  /** the host and path of every request */
  requests: string[];
  /** the number of open connections */
  open: () => Promise<number>;
};

async function listen(server: RawServer, scheme: string, requests: string[], close: () => void): Promise<Place> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    close();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  return { url: `${scheme}://127.0.0.1:${port}`, port, requests, open };
}

async function start(make: (listener: RequestListener) => Server, scheme: string, answer: RequestListener): Promise<Place> {
  const requests: string[] = [];
  const server = make((req, res) => {
    requests.push(`${req.headers.host} ${req.url}`);
    answer(req, res);
  });
  return listen(server, scheme, requests, () => server.closeAllConnections());
}

/** A server on loopback that closes when the test ends. */
export const serve = (answer: RequestListener): Promise<Place> => start(createServer, "http", answer);

/** The certificate and key of pictures.test, which is trusted only by clients configured for it. */
export const certificate = readFileSync(join(import.meta.dirname, "../fixtures/pictures-test.pem"), "utf8");

export const serveTls = (answer: RequestListener): Promise<Place> =>
  start((listener) => createTlsServer({ cert: certificate, key: certificate }, listener), "https", answer);

/**
 * A server that answers every request with exactly these bytes, or lets `reply` handle the socket.
 */
export async function serveRaw(reply: string | ((socket: Socket) => unknown)): Promise<Place> {
  const sockets = new Set<Socket>();
  const server = createRawServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => (typeof reply === "string" ? socket.write(reply) : reply(socket)));
  });
  return listen(server, "http", [], () => {
    for (const socket of sockets) socket.destroy();
  });
}

/** Permits only this server. */
export const only = ({ port }: Place): DownloadOptions => ({
  permit: (address, at) => address === "127.0.0.1" && at === port,
});

/** Names that resolve as in the table; all others resolve to an address without a server. */
export const names = (table: Record<string, string>) => (hostname: string) =>
  Promise.resolve([{ address: table[hostname] ?? "192.0.2.1", family: 4 }]);

export const refusal = (error: unknown) => expect.objectContaining({ ok: false, error });
