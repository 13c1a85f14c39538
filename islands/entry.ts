import { build, core, files } from "islands:registry";
import type { Core, IslandModule } from "./runtime/contract.ts";
import { startIslands } from "./runtime/loader.ts";

// The path is composed outside of import(): the bundler would look for files that match.
const fetchChunk = (file: string) => {
  const path = `./${file}.js`;
  return import(path);
};

// All files of an island are asked for at once; a name that no island has is an error of that island alone.
startIslands({
  build,
  load: async (name) => {
    const [first, ...shared] = files[name]?.split(" ") ?? [];
    if (!first) throw new Error(`no island ${name}`);
    const [loaded, module] = await Promise.all([fetchChunk(core), fetchChunk(first), ...shared.map(fetchChunk)]);
    return [loaded as Core, module as IslandModule];
  },
});
