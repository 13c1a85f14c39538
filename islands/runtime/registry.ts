import compiledIn from "islands:registry";
import type { Core, IslandChunk, Load, Parts } from "./contract.ts";

/** What a script of the build exports: it gets from the loader what it needs of others (build/link.ts). */
type Link = (...needed: object[]) => object;

let mount: unknown;
const linked: Record<string, Promise<object> | undefined> = {};
/** A browser remembers an address whose import failed, so the next one differs. */
const queries: Record<string, string> = {};

function openRegistry(text: string): Load {
  const [[hashes], ...files] = text.split(";").map((line) => line.split(" ")) as [[string], ...string[][]];
  const [build, ...names] = hashes.match(/.{8}/g) as [string, ...string[]];

  // With all that it needs at once, so that none waits for the one that needs it.
  function linkFile(at: number): Promise<object> {
    const [needs, name] = files[at] as [string, string];
    const file = `${name}-${names[at]}`;
    // The path is built outside of import(), or the bundler would look for matching files.
    const path = `./${file}.js${queries[file] || ""}`;
    linked[file] ??= Promise.all([import(path), ...[...needs].map((digit) => linkFile(parseInt(digit, 36)))])
      .then(([script, ...needed]) => (script as { default: Link }).default(...needed))
      .catch((error) => {
        delete linked[file];
        queries[file] = `?${Date.now()}`;
        throw error;
      });
    return linked[file];
  }

  return async (name, el) => {
    const at = files.findIndex((file) => file.includes(name));
    if (at < 0) throw new Error(`no island ${name}`);
    const { ssr } = el.dataset;
    // What takes over replaced content is in one script with the check of props that no helper wrote.
    const replacing = ssr ? Number(ssr !== build) : 2;
    const lines = [0, at, replacing, el.querySelector("[type=file],[contenteditable]") ? 3 : 0];
    const [core, { islands }, replaced, editable] = (await Promise.all(lines.map(linkFile))) as [Core, IslandChunk, Parts, Parts];
    // Each mounts in a task of its own: two hundred in one would keep the browser from answering.
    await new Promise((resolve) => setTimeout(resolve));
    // Islands of two builds would have two of each store, and not know of each other.
    mount ??= core.mount;
    const island = islands[name];
    if (!island || core.mount !== mount) throw new Error(name);
    return [{ ...core, ...replaced, ...editable }, island, build];
  };
}

let load = openRegistry(compiledIn);

/**
 * Fetches an island by the registry of the build; after a failure once more, by the registry of the
 * build that is served now.
 */
export const loadIsland: Load = (name, el) =>
  load(name, el).catch(async () => {
    const path = `./${REGISTRY_FILE}.js?${Date.now()}`;
    load = openRegistry((await import(path)).default);
    return load(name, el);
  });
