import { startIslands } from "server-islands/loader";
import { loadIsland } from "server-islands/registry";
import { csrfPath } from "../server/paths.ts";
import { cookiePrefix, storeCookiePrefix } from "./ui/embedded/cookie-prefix.ts";
import { isElsewhere, shopAddress } from "./ui/shop.embedded.ts";

// The loader of pages that others render; entry.ts is that of the shop's own. Islands start when
// their styles are there, and where the shop shares the page's origin its cookies' names are known.
let ready: Promise<unknown> | undefined;

/**
 * Asks without cookies, so that looking at the page sets none. Without an answer the islands start
 * nevertheless: their calls tell what is wrong.
 */
const learnPrefix = async (): Promise<unknown> =>
  isElsewhere() ||
  cookiePrefix() !== undefined ||
  fetch(shopAddress(csrfPath), { credentials: "omit" }).then(
    ({ headers }) => storeCookiePrefix(headers),
    () => {},
  );

const loadStyles = (): Promise<unknown> =>
  new Promise((resolve) => {
    let link = document.querySelector<HTMLLinkElement>("link[href*='/static/islands/islands']");
    if (!link) {
      link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = shopAddress("/static/islands/islands.css");
      document.head.append(link);
    }
    if (link.sheet) resolve(link);
    link.onload = link.onerror = resolve;
  });

if ("togglePopover" in HTMLElement.prototype)
  startIslands({
    load: async (name) => {
      ready ??= Promise.all([loadStyles(), learnPrefix()]);
      const island = await loadIsland(name);
      await ready;
      return island;
    },
  });
