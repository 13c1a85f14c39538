import { build, chunks, core, shared } from "islands:registry";
import type { Core, IslandModule } from "./runtime/contract.ts";
import { startIslands } from "./runtime/loader.ts";

// The path is composed outside of import(): the bundler would look for files that match.
const fetchChunk = (file?: string) => {
  const path = `./${file}.js`;
  return import(path);
};

// Every supported browser has popovers, and whoever has them has all that islands use without asking (build/support.ts):
// an older one keeps the pages that work without scripts.
if ("togglePopover" in HTMLElement.prototype)
  startIslands({
    build,
    load: async (name) => {
      const [, code] = chunks.match(` ${name} .*?=(\\w+)`) ?? [];
      if (!code) throw new Error(name);
      // All at once, so that no file waits for the one that imports it.
      const files = [...code].map((letter) => shared[letter] ?? `${name}-${build}`);
      const [loaded, module] = await Promise.all([core, ...files].map(fetchChunk));
      return [loaded as Core, (code[0] === "_" ? module : module.packed[name]) as IslandModule];
    },
  });

// A page transition that is cut short rejects a promise that nobody waits for, and the browser would report a script error.
// The page that is left hears of it by an event; the new one by its first frame's, or here where that frame came first.
const ignoreSkipped = (transition?: ViewTransition | null) => transition?.ready.catch(() => {});
for (const type of ["pageswap", "pagereveal"] as const)
  addEventListener(type, ({ viewTransition }) => ignoreSkipped(viewTransition));
ignoreSkipped(document.activeViewTransition);
