import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";
import type { IslandSource } from "./find.ts";
import { runtime } from "./options.ts";

/** Where a module of another chunk is found: the chunk's file and, per name, the short name it is exported under. */
export type Exported = { file: string; names: Map<string, string> };
export type Chunks = Map<string, Exported>;

// zod is there in development alone: production code imports no schema.
const corePackage = /^(react|react-dom|preact|nanostores|@nanostores\/react|zod)(\/|$)/;
const inner = Symbol("asked by the plugin itself");

/** `island:<name>` is the entry of an island's chunk: its component, and what the mount runtime has to know of its props. */
export const islandEntries = (islands: readonly IslandSource[], write: (island: IslandSource) => string): Plugin => ({
  name: "island-entries",
  setup(build) {
    build.onResolve({ filter: /^island:/ }, ({ path }) => ({ path: path.slice("island:".length), namespace: "island" }));
    build.onLoad({ filter: /.*/, namespace: "island" }, ({ path }) => {
      const island = islands.find(({ name }) => name === path);
      if (!island) return { errors: [{ text: `no island ${path}` }] };
      return { contents: write(island), loader: "ts", resolveDir: island.component.replace(/[^\\/]+$/, "") };
    });
  },
});

/** Leaves every module that lives in another chunk outside, under its full path, so that the names asked of it can be read. */
export const leaveOutside = (elsewhere: ReadonlySet<string>): Plugin => ({
  name: "leave-outside",
  setup(build) {
    build.onResolve({ filter: corePackage }, ({ path }) => ({ path, external: true }));
    build.onResolve({ filter: /.*/ }, async ({ path, kind, pluginData, ...rest }) => {
      if (pluginData === inner || kind === "entry-point") return null;
      const found = await build.resolve(path, { ...rest, kind, pluginData: inner });
      return elsewhere.has(found.path) ? { path: found.path, external: true, sideEffects: false } : found;
    });
  },
});

/** Replaces a module of another chunk by a line that takes its names from that chunk's file. */
export const takeFrom = (chunks: Chunks): Plugin => ({
  name: "take-from",
  setup(build) {
    const facade = (path: string) => ({ path, namespace: "facade", sideEffects: false });
    build.onResolve({ filter: /.*/, namespace: "facade" }, ({ path }) => ({ path, external: true, sideEffects: false }));
    build.onResolve({ filter: /.*/ }, async ({ path, kind, pluginData, namespace, ...rest }) => {
      if (pluginData === inner || namespace === "facade" || kind === "entry-point") return null;
      if (chunks.has(path)) return facade(path);
      if (!path.startsWith(".") && !path.startsWith("/") && corePackage.test(path)) return null;
      const found = await build.resolve(path, { ...rest, namespace, kind, pluginData: inner });
      return chunks.has(found.path) ? facade(found.path) : found;
    });
    build.onLoad({ filter: /.*/, namespace: "facade" }, ({ path }) => {
      const { file, names } = chunks.get(path) ?? { file: "", names: new Map() };
      const list = [...names].map(([name, short]) => `${short} as ${name}`).join(", ");
      return { contents: `export { ${list} } from "./${file}.js";`, loader: "js" };
    });
  },
});

/** The runtime is written for React; this puts its Preact half in place. */
export const preactRoot: Plugin = {
  name: "preact-root",
  setup(build) {
    build.onResolve({ filter: /^\.\/(root|draw)\.ts$/ }, ({ path, resolveDir }) =>
      resolveDir === runtime() ? { path: runtime(path.replace(".ts", ".preact.ts")) } : null,
    );
  },
};
/** Parts of preact/compat that no island can use, each by how it begins and what follows it. */
const unusable: readonly (readonly [begins: string, follows: string])[] = [
  // Units for numbers in `style`: the policy of the pages forbids the attribute.
  ['"style"==o&&', '"defaultValue"==o'],
  // The old names of three lifecycles of classes, which React itself warns of.
  [',["componentWillMount"', ";var J="],
  // What React adds to events beside the browser's own one.
  ["n.persist=", "n.nativeEvent="],
];

/** Ships preact/compat without what no page can use: 200 bytes on every page. */
export const leanCompat: Plugin = {
  name: "lean-compat",
  setup(build) {
    build.onLoad({ filter: /preact[\\/]compat[\\/]dist[\\/]compat\.mjs$/ }, async ({ path }) => {
      let contents = await readFile(path, "utf8");
      for (const [begins, follows] of unusable) {
        const from = contents.indexOf(begins);
        const to = contents.indexOf(follows, from);
        if (from < 0 || to < 0)
          return { errors: [{ text: `preact/compat has changed: there is no ${begins}…${follows} in it` }] };
        contents = contents.slice(0, from) + contents.slice(to);
      }
      return { contents, loader: "js" };
    });
  },
};
