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
    const code = chunks[name];
    if (!code) throw new Error(`no island ${name}`);
    const [letters, hash] = [code.slice(5), code.slice(0, 5)];
    // All at once, so that no file waits for the one that imports it.
    const files = [core, `${name}-${hash}`, ...[...letters].map((letter) => shared[letter])];
    const [loaded, module] = await Promise.all(files.map(fetchChunk));
    return [loaded as Core, module as IslandModule];
  },
});
