import { startIslands } from "server-islands/loader";
import { loadIsland } from "server-islands/registry";

// Every supported browser has popovers, and any browser with popovers has everything that islands
// use (supported-browsers.ts). An older browser gets the pages without scripts.
if ("togglePopover" in HTMLElement.prototype) startIslands({ load: loadIsland });

// A skipped page transition rejects a promise without a handler, which browsers report as a script
// error. The `pageswap` event gives the old page its transition. The new page gets its own by
// `pagereveal` at the first frame; if this script runs after that frame, by `activeViewTransition`.
const ignoreSkipped = (transition?: ViewTransition | null) => transition?.ready.catch(() => {});
for (const type of ["pageswap", "pagereveal"] as const)
  addEventListener(type, ({ viewTransition }) => ignoreSkipped(viewTransition));
ignoreSkipped(document.activeViewTransition);
