import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/**
 * A proxy between a browser and the shop. It puts one script of the shop's own origin before all
 * other scripts of a page.
 */
export type RecordingProxy = {
  url: string;
  /** Answers that no shopper should get: a missing file or page, a failure. */
  failures: string[];
  /** A script that runs first in each page: it removes a feature, as if the browser were older. */
  prelude: string;
  /** The port that requests are forwarded to; set before the first request. */
  target: number;
  close(): Promise<void>;
};

/** Records a page's errors during the tab's life, one per line, in `sessionStorage.recorded`. */
export const recorder = `{
  const note = (text) => { sessionStorage.recorded = (sessionStorage.recorded ?? "") + text + "\\n"; };
  addEventListener("error", ({ message, filename, target }) =>
    note(message ? "script: " + message + " " + filename : "not loaded: " + (target.src || target.href)), true);
  addEventListener("unhandledrejection", ({ reason }) => note("rejection: " + reason));
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => note("policy: " + violatedDirective + " " + blockedURI));
  document.addEventListener("island:error", ({ detail }) => note("island " + detail.name + ": " + detail.error));
}`;

const recorderPath = "/recorder.js";

/** The certificate and key of localhost and 127.0.0.1. No browser trusts them by default. */
const readCertificate = () => readFileSync(join(import.meta.dirname, "../../fixtures/localhost.pem"));

type ProxyOptions = {
  /** the port of the proxy; any free port by default */
  port?: number;
  /** whether the proxy uses https */
  tls?: boolean;
};

export async function openRecordingProxy({ port = 0, tls = false }: ProxyOptions = {}): Promise<RecordingProxy> {
  const certificate = tls ? readCertificate() : "";
  const make = tls ? createTlsServer.bind(undefined, { cert: certificate, key: certificate }) : createServer;
  const server = make((incoming: IncomingMessage, answer: ServerResponse) => {
    if (incoming.url === recorderPath) {
      answer.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-store" });
      return void answer.end(`${proxy.prelude}\n${recorder}`);
    }
    forward(proxy, incoming, answer);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: listening } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const proxy: RecordingProxy = {
    url: `${tls ? "https" : "http"}://localhost:${listening}`,
    failures: [],
    prelude: "",
    target: 0,
    close,
  };
  return proxy;
}

function forward(proxy: RecordingProxy, incoming: IncomingMessage, answer: ServerResponse): void {
  const headers = { ...incoming.headers, "accept-encoding": "identity" };
  const passed = request({ port: proxy.target, path: incoming.url, method: incoming.method, headers }, async (from) => {
    const status = from.statusCode ?? 502;
    if (status === 404 || status >= 500) proxy.failures.push(`${status} ${incoming.url}`);
    if (!from.headers["content-type"]?.startsWith("text/html")) return from.pipe(answer.writeHead(status, from.headers));
    const page = Buffer.concat(await from.toArray()).toString();
    const recording = page.replace("<head>", `<head><script src="${recorderPath}"></script>`);
    // The page's ETag and length do not match the page with the recorder's script.
    const { "content-length": _length, etag: _etag, ...rest } = from.headers;
    return answer.writeHead(status, rest).end(incoming.method === "HEAD" ? "" : recording);
  });
  passed.on("error", () => answer.destroy());
  answer.on("close", () => passed.destroy());
  incoming.pipe(passed);
}
