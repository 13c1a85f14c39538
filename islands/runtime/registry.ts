import compiledIn from "islands:registry";
import { isAsRendered } from "./as-rendered.ts";
import type { Core, IslandChunk, Load, Parts, TextsPart } from "./contract.ts";
import type * as Loading from "./loading.ts";

/**
 * A script of the build exports a function. The loader passes it the exports of the scripts that it
 * needs, and last `linkFile`, by which `import()` fetches a script by its place from the registry's
 * end, such as -1 (build/linkable.ts).
 */
type Link = (...needed: unknown[]) => object;

let mount: unknown;
/** The exports of linked files, by the hash of a file. */
const linked: Record<string, Promise<object> | undefined> = {};
/**
 * Query strings of files whose import failed, by hash: a browser remembers a failed address, so the
 * next attempt needs another one.
 */
const queries: Record<string, string> = {};

function openRegistry(text: string): Load {
  const [[ids], ...files] = text.split(";").map((line) => line.split(" ")) as [[string], ...string[][]];
  const [build, ...hashes] = ids.match(/.{8}/g) as [string, ...string[]];

  // All needed scripts are imported at once, so that no script waits for another.
  function linkFile(at: number): Promise<object> {
    const [needs, name] = files.at(at) as [string, string];
    const hash = hashes.at(at) as string;
    // The path is built outside of import(), since the bundler would otherwise look for matching
    // files.
    const path = `./${name}-${hash}.js${queries[hash] || ""}`;
    linked[hash] ??= Promise.all([import(path), ...[...needs].map((digit) => linkFile(parseInt(digit, 36)))])
      .then(([script, ...needed]) => (script as { default: Link }).default(...needed, linkFile))
      .catch((error) => {
        delete linked[hash];
        queries[hash] = `?${Date.now()}`;
        throw error;
      });
    return linked[hash];
  }

  return async (name, el) => {
    const at = files.findIndex((file) => file.includes(name));
    if (at < 0) throw new Error(`no island ${name}`);
    const linkFiles = () => {
      // These numbers are places in `files`: 0 is the core, 1 the script that replaces content, 2
      // the script that also checks props, for markup that no helper wrote, 3 the script for
      // editable elements and file fields, and 6 the script for slots.
      const replacing = el.dataset.ssr ? Number(!isAsRendered(el, build)) : 2;
      const editable = el.querySelector("[type=file],[contenteditable]") ? 3 : 0;
      const slots = el.querySelector("[data-island-slot]") ? 6 : 0;
      return Promise.all([0, at, replacing, editable, slots].map(linkFile)) as Promise<[Core, IslandChunk, Parts, Parts, Parts]>;
    };
    const [core, chunk] = await linkFiles();
    if (document.readyState === "loading") await ((await linkFile(5)) as typeof Loading).waitForParser(el, chunk.islands[name]);
    await core.settle(el);
    // Other scripts may have changed the content meanwhile.
    const scripts = await linkFiles();
    const [{ mount: latest }, { islands }] = scripts;
    // Islands of two builds would each have their own copy of a store, and would not see each
    // other's changes.
    mount ??= latest;
    const island = islands[name];
    if (!island || latest !== mount) throw new Error(name);
    return [Object.assign({ loadTexts: () => linkFile(4) as Promise<TextsPart> }, ...scripts), island];
  };
}

let load = openRegistry(compiledIn);

/**
 * Fetches an island by this build's registry. After a failure it tries once more, by the registry
 * of the build that is served now.
 */
export const loadIsland: Load = (name, el) =>
  load(name, el).catch(async () => {
    const path = `./${REGISTRY_FILE}.js?${Date.now()}`;
    load = openRegistry((await import(path)).default);
    return load(name, el);
  });
