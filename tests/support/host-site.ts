import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A site of somebody else, which renders pages of its own. */
export type HostSite = { url: string; close: () => Promise<void> };

const ofShop = /^\/(storefront|identity|static|media)\//;

function forward(shop: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url: path } = incoming;
  const sent = request({ host: shop.hostname, port: shop.port, path, method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  sent.once("error", () => outgoing.destroy());
  incoming.pipe(sent);
}

/**
 * Serves pages by their paths, as HTML. With a shop, it stands behind the same origin: what is below
 * its paths is forwarded to it.
 */
export async function openHostSite(pages: Readonly<Record<string, string>>, shop?: string): Promise<HostSite> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    if (shop && ofShop.test(path)) return forward(new URL(shop), incoming, outgoing);
    const page = pages[path.replace(/\?.*/, "")];
    outgoing.writeHead(page === undefined ? 404 : 200, { "Content-Type": "text/html; charset=utf-8" });
    outgoing.end(page ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close };
}
