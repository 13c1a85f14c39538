import { copyDemoFolder } from "../support/demo-folder.ts";
import { freePort } from "../support/free-port.ts";
import { type RunningShop, removeShop, runShop } from "../support/running-shop.ts";
import { openFront, openNginxFront } from "./front.ts";
import type { Site, SiteProgram } from "./sites.ts";

export type EmbeddedShop = {
  running: RunningShop;
  /** the shop's own address, which is the site's address if they share an origin */
  url: string;
  port: number;
  ownPort: number;
  /** the address of a site with another origin */
  elsewhere: string;
  productId: string;
  variantId: string;
  close: () => Promise<void>;
};

/**
 * A shop for all sites of a worker: behind a proxy, with its own names, and open to one other
 * origin.
 */
export async function openEmbeddedShop(scheme: "http" | "https" = "http"): Promise<EmbeddedShop> {
  const [port, ownPort, elsewherePort] = [await freePort(), await freePort(), await freePort()];
  const directory = await copyDemoFolder();
  const url = `${scheme}://localhost:${ownPort}`;
  const elsewhere = `${scheme}://127.0.0.1:${elsewherePort}`;
  const running = await runShop(
    { PORT: String(port), PUBLIC_URL: url, COOKIE_PREFIX: "shop_", EMBED_ORIGINS: elsewhere },
    directory,
  );
  const page = await (await fetch(`${running.url}/storefront/products/lemon-meridian/`)).text();
  const [, json = ""] = /id="product-data">([^<]*)</.exec(page) ?? [];
  const { id, defaultVariant } = JSON.parse(json);
  const close = async () => {
    await running.end();
    await removeShop(directory);
  };
  return { running, url, port, ownPort, elsewhere, productId: id, variantId: defaultVariant.id, close };
}

export type Place = "the shop's origin" | "another origin";
type OpenSite = {
  shop: EmbeddedShop;
  open: (site: Promise<Site>) => Promise<void>;
  place: Place;
  front?: (port: number, behind: Parameters<typeof openFront>[1]) => Promise<Site>;
};

/** Opens a site at the shop's origin or at another one, and resolves with its address. */
export async function openSite(program: SiteProgram, { shop, open, place, front = openFront }: OpenSite): Promise<string> {
  const { productId, variantId, ownPort, elsewhere } = shop;
  const site = await freePort();
  const isElsewhere = place === "another origin";
  await open(program.open(site, { shop: isElsewhere ? shop.url : "", productId, variantId }));
  await open(front(ownPort, isElsewhere ? { shop: shop.port } : { shop: shop.port, site }));
  if (!isElsewhere) return shop.url;
  await open(front(Number(new URL(elsewhere).port), { site }));
  return elsewhere;
}

/** An nginx front, if nginx is installed. */
export const nginxFront = (nginx: string | undefined) => (nginx ? openNginxFront.bind(undefined, nginx) : openFront);
