import { build, chunks, core, shared } from "islands:registry";
import type { Core, IslandModule } from "./runtime/contract.ts";
import { startIslands } from "./runtime/loader.ts";

// The path is composed outside of import(): the bundler would look for files that match.
const fetchChunk = (file?: string) => {
  const path = `./${file}.js`;
  return import(path);
};

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

// A page transition that is cut short rejects a promise that nobody waits for: Chromium would report a script error.
// The page that is left asks for it, and the new one at its first frame and here, whichever comes first.
const ignoreSkippedTransition = () => document.activeViewTransition?.ready.catch(() => {});
for (const event of ["pageswap", "pagereveal"]) addEventListener(event, ignoreSkippedTransition);
ignoreSkippedTransition();
