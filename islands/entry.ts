import { build } from "islands:registry";
import { startIslands } from "./runtime/loader.ts";
import { loadIsland } from "./runtime/registry.ts";

// Every supported browser has popovers, and whoever has them has all that islands use without
// asking (supported-browsers.ts): an older one keeps the pages that work without scripts.
if ("togglePopover" in HTMLElement.prototype) startIslands({ build, load: loadIsland });

// A page transition that is cut short rejects a promise that nobody waits for, and the browser
// would report a script error. The page that is left hears of it by an event; the new one by its
// first frame's, or here where that frame came first.
const ignoreSkipped = (transition?: ViewTransition | null) => transition?.ready.catch(() => {});
for (const type of ["pageswap", "pagereveal"] as const)
  addEventListener(type, ({ viewTransition }) => ignoreSkipped(viewTransition));
ignoreSkipped(document.activeViewTransition);
