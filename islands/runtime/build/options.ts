import { join } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";

/** What is built, and for whom. Paths are absolute. */
export type SiteOptions = {
  /**
   * Holds a folder per feature; `<feature>/<name>.tsx` with `<name>.props.ts` beside it is an
   * island.
   */
  islandsDir: string;
  /** The script that every page names: it gives `loadIsland` of `registry.ts` to `startIslands`. */
  loader: string;
  /** Is copied as it is, but for stylesheets. */
  staticDir: string;
  /** The stylesheet that imports the others, within `staticDir`. */
  stylesheet: string;
  /** Receives everything. */
  out: string;
  /** The browsers that are written for, as esbuild names them. */
  target: readonly string[];
  /**
   * Islands that travel in one file, by the file's name: a file of 300 bytes compresses badly and
   * costs a request.
   */
  chunkGroups?: Readonly<Record<string, readonly string[]>>;
  /**
   * Features that stand on screens of their own, and files of theirs that stand elsewhere too: what
   * only these features share is a file that no other screen loads.
   */
  ownScreens?: { features: readonly string[]; butNot?: readonly string[] };
  /** Keeps names and source maps, and has the browser check props. */
  dev: boolean;
};

/** A file of the runtime; without a name, its folder. */
export const runtime = (file = ""): string => join(import.meta.dirname, "..", file);

/** React is the authoring interface; what is shipped is Preact, which answers to the same names. */
export const preactAliases = {
  react: runtime("react.preact.ts"),
  "react-dom": "preact/compat",
  "react-dom/client": "preact/compat/client",
  "react/jsx-runtime": "preact/jsx-runtime",
  "react/jsx-dev-runtime": "preact/jsx-runtime",
  "@nanostores/react": runtime("use-store.preact.ts"),
};

/** The runtime is written for React; this puts its Preact half in place. */
const preactHalves: Plugin = {
  name: "preact-halves",
  setup(build) {
    build.onResolve({ filter: /^\.\/(root|render-to-html)\.ts$/ }, ({ path, resolveDir }) =>
      resolveDir === runtime() ? { path: runtime(path.replace(".ts", ".preact.ts")) } : null,
    );
  },
};

/** What every call of esbuild is given. */
export const commonOptions = (dev: boolean): BuildOptions & { write: false; metafile: true } => ({
  bundle: true,
  write: false,
  metafile: true,
  format: "esm",
  jsx: "automatic",
  tsconfigRaw: { compilerOptions: { jsx: "react-jsx", verbatimModuleSyntax: true } },
  minify: !dev,
  sourcemap: dev ? "inline" : false,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  absWorkingDir: import.meta.dirname,
  alias: preactAliases,
  plugins: [preactHalves],
  define: { "process.env.NODE_ENV": dev ? '"development"' : '"production"' },
});
