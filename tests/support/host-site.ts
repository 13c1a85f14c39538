import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A foreign site that renders its own pages. */
export type HostSite = { url: string; close: () => Promise<void> };

/**
 * The content security policy of the site's pages; it names the shop if the shop has another
 * origin.
 */
const policyFor = (shop: string): string =>
  `script-src 'self' ${shop}; style-src 'self' ${shop}; require-trusted-types-for 'script'; trusted-types islands`;

const ofShop = /^\/(storefront|identity|static|media)\//;

function forward(shop: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url: path } = incoming;
  const forwarded = request({ host: shop.hostname, port: shop.port, path, method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  forwarded.once("error", () => outgoing.destroy());
  incoming.pipe(forwarded);
}

type HostSiteOptions = {
  /** text by path: a page, or a stylesheet */
  pages: Readonly<Record<string, string>>;
  /**
   * forwards requests below the shop's paths to this address, so that site and shop have one origin
   */
  shop?: string;
};

/** Serves the given pages under a strict policy. They know the shop only through their markup. */
export async function openHostSite({ pages, shop }: HostSiteOptions): Promise<HostSite> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    if (shop && ofShop.test(path)) return forward(new URL(shop), incoming, outgoing);
    const page = pages[path.replace(/\?.*/, "")];
    const [named = ""] = /http:\/\/localhost:\d+(?=\/static)/.exec(page ?? "") ?? [];
    outgoing.writeHead(page === undefined ? 404 : 200, {
      "Content-Type": `text/${path.endsWith(".css") ? "css" : "html"}; charset=utf-8`,
      "Content-Security-Policy": policyFor(named),
    });
    outgoing.end(page ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close };
}
