import compiledIn from "islands:registry";
import type { Core, IslandChunk, Load } from "./contract.ts";

/** What a script of the build exports: it gets from the loader what it needs of others (build/link.ts). */
type Link = (...needed: object[]) => object;

let mount: unknown;
let failures = 0;
const linked: Record<string, Promise<object> | undefined> = {};
/** A browser remembers an address whose import failed, so the next one differs. */
const queries: Record<string, string> = {};

async function fetchLink(file: string): Promise<Link> {
  // The path is built outside of import(), or the bundler would look for matching files.
  const path = `./${file}.js${queries[file] ?? ""}`;
  return (await import(path)).default;
}

function openRegistry(text: string): Load {
  const [hashes = "", ...files] = text.split(";");
  const [build = "", ...names] = hashes.match(/.{8}/g) ?? [];

  // With all that it needs at once, so that none waits for the one that needs it.
  function linkFile(at: number): Promise<object> {
    const [needs = "", name] = files[at]?.split(" ") ?? [];
    const file = `${name}-${names[at]}`;
    linked[file] ??= Promise.all([fetchLink(file), ...Array.from(needs, (digit) => linkFile(Number.parseInt(digit, 36)))])
      .then(([link, ...needed]) => link(...needed))
      .catch((error) => {
        delete linked[file];
        queries[file] = `?${++failures}`;
        throw error;
      });
    return linked[file];
  }

  return async (name) => {
    const at = files.findIndex((file) => file.split(" ").includes(name));
    const [core, { islands }] = (await Promise.all([linkFile(0), linkFile(at)])) as [Core, IslandChunk];
    // Islands of two builds would have two of each store, and not know of each other.
    mount ??= core.mount;
    const island = islands[name];
    if (!island || core.mount !== mount) throw new Error(name);
    return [core, island, build];
  };
}

let load = openRegistry(compiledIn);

/**
 * Fetches an island by the registry of the build; after a failure once more, by the registry of the
 * build that is served now.
 */
export const loadIsland: Load = (name) =>
  load(name).catch(async () => {
    const path = `./${REGISTRY_FILE}.js?${Date.now()}`;
    load = openRegistry((await import(path)).default);
    return load(name);
  });
