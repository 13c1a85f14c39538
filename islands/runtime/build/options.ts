import { dirname, extname, join } from "node:path";
import type { Plugin } from "esbuild";
import * as esbuild from "esbuild";
import type { Framework, SiteOptions } from "./site-options.ts";

/** All options of a build, also those that only this repository uses. */
export type InternalOptions = SiteOptions & {
  /**
   * Parts of the site with separate screens, by name; each lists features or files of chunk groups.
   * Modules that the islands of one or two parts share are in a file that other screens do not
   * load. All other islands form one part. A chunk group with the name of a section also contains
   * the modules that the section's islands share; for islands of no section this is the group
   * `main`.
   */
  sections?: Readonly<Record<string, readonly string[]>>;
  /**
   * Files for pages that other servers render, with the islands whose `x.props.ts` has the line
   * `export const embedded = true;`: a loader at the stable address `entry.js`, a stylesheet at
   * `islands.css`, and scripts of their own, in which `x.embedded.ts` replaces `x.ts`. Without this
   * option `entry.js` is the loader of the site's own pages.
   */
  embedded?: EmbeddedOptions;
  /** For the gallery: includes islands that exist only for pages of other servers. */
  embeddedAlone?: boolean;
  /** A module that exports `prepare`; the core file then exports it too. */
  prepare?: string;
  /** A digest of the sources, which the build stores in its file `sources`. */
  sources?: string;
  /** Replaces esbuild's own build function, so that unchanged parts need not be built again. */
  bundle?: Bundle;
};

export type BundleOptions = esbuild.BuildOptions & { write: false; metafile: true };

/**
 * Bundles as `esbuild.build` does. `name` is the name of the build's step. `texts` is the part of
 * the plugins' input that is in no file.
 */
export type Bundle = (name: string, options: BundleOptions, texts?: string) => Promise<esbuild.BuildResult<BundleOptions>>;

export const bundleOf = ({ bundle }: InternalOptions): Bundle => bundle ?? ((_name, options) => esbuild.build(options));

/** Options of the files for pages that other servers render. */
export type EmbeddedOptions = {
  /** The loader: it passes `loadIsland` of `registry.ts` to `startIslands`. */
  loader: string;
  /** Exports `prepare`, which the loader calls before it mounts an island. */
  prepare?: string;
  /** The stylesheet that imports the others; its names get `prefix`. */
  stylesheet: string;
  /** The prefix of classes, custom properties and animations, such as `site-`. */
  prefix: string;
  chunkGroups?: Readonly<Record<string, readonly string[]>>;
  /** Modules that replace packages. */
  packages?: Readonly<Record<string, string>>;
};

/**
 * The extension of runtime files: `.ts` in the package's own repository, `.js` in an installed
 * package.
 */
const ending = extname(import.meta.filename);

/** The path of a runtime file, by its source's name; without a name, the runtime's folder. */
export const runtime = (file = ""): string => join(import.meta.dirname, "..", file.replace(/\.ts$/, ending));

/** Replaces React, for which islands are written, by Preact, which has the same interface. */
export const preactAliases = {
  react: runtime("react.preact.ts"),
  "react-dom": "preact/compat",
  "react-dom/client": "preact/compat/client",
  "react/jsx-runtime": "preact/jsx-runtime",
  "react/jsx-dev-runtime": "preact/jsx-runtime",
  "@nanostores/react": runtime("use-store.preact.ts"),
};

/**
 * Replaces the runtime's React modules by their Preact counterparts. Browsers get preact/compat
 * only if components use a part of it, since `dom-props.preact.ts` makes the same changes to Preact
 * itself.
 */
const preactHalves: Plugin = {
  name: "preact-halves",
  setup(build) {
    build.onResolve({ filter: /preact\/compat(\/dist\/compat\.m?js)?$/ }, async ({ path, pluginData, ...others }) => {
      if (pluginData === preactHalves || build.initialOptions.platform === "node") return null;
      return { ...(await build.resolve(path, { ...others, pluginData: preactHalves })), sideEffects: false };
    });
    build.onResolve({ filter: /^\.\/(root|render-to-html|slot-props)\.[jt]s$/ }, ({ path, resolveDir }) =>
      resolveDir === dirname(runtime("root.ts")) ? { path: runtime(path.replace(/\.[jt]s$/, ".preact.ts")) } : null,
    );
  },
};

/**
 * The conditions by which imports of packages are resolved. In its own repository this package is
 * built from its TypeScript, under the condition `source`. `module` is esbuild's own condition.
 */
const conditions = ending === ".ts" ? ["source", "module"] : ["module"];

/** The default target: all these browsers have `popover`, `inert` and module scripts. */
const defaultTarget = ["chrome114", "edge114", "firefox125", "safari17"];

export const targetOf = ({ target = defaultTarget }: SiteOptions): string[] => [...target];

/** Options of every esbuild call. */
export const commonOptions = (dev: boolean, framework: Framework = "preact", more: readonly Plugin[] = []): BundleOptions => ({
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
  alias: framework === "preact" ? preactAliases : {},
  conditions,
  plugins: framework === "preact" ? [...more, preactHalves] : [...more],
  define: { "process.env.NODE_ENV": dev ? '"development"' : '"production"' },
});
