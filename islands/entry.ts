import { startIslands } from "server-islands/loader";
import { loadIsland } from "server-islands/registry";

// Every supported browser has popovers, and any browser with popovers has everything that islands
// use (supported-browsers.ts). An older browser gets the pages without scripts.
if ("togglePopover" in HTMLElement.prototype) startIslands({ load: loadIsland });

// A skipped page transition rejects a promise without a handler, which browsers report as a script
// error. The old page learns of it by an event; the new one at its first frame, or here if that
// frame came first.
const ignoreSkipped = (transition?: ViewTransition | null) => transition?.ready.catch(() => {});
for (const type of ["pageswap", "pagereveal"] as const)
  addEventListener(type, ({ viewTransition }) => ignoreSkipped(viewTransition));
ignoreSkipped(document.activeViewTransition);
