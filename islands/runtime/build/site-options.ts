import type { Plugin } from "esbuild";

/** The framework that browsers load. */
export type Framework = "preact" | "react";

/** Build options. Relative paths begin at the current folder. */
export type SiteOptions = {
  /**
   * Contains a folder per feature; `<feature>/<name>.tsx` with `<name>.props.ts` beside it is an
   * island.
   */
  islandsDir: string;
  /** The folder for all output. */
  out: string;
  /** Keeps names and source maps, and checks props in the browser. */
  dev: boolean;
  /** Copied unchanged, except stylesheets. */
  staticDir?: string;
  /** The stylesheet that imports the others, within `staticDir`. */
  stylesheet?: string;
  /** Stylesheets, by name, for parts of the site that do not use `stylesheet`. */
  stylesheets?: Readonly<Record<string, string>>;
  /**
   * The script of every page: it passes `loadIsland` of `server-islands/registry` to `startIslands`
   * of `server-islands/loader`. By default, the package's own loader.
   */
  loader?: string;
  /** The supported browsers, in esbuild's names. */
  target?: readonly string[];
  /**
   * The framework that browsers load, by default Preact. Islands are written for React; Preact has
   * the same interface.
   */
  framework?: Framework;
  /**
   * Groups of islands that share one file, by the file's name: small files compress badly, and each
   * costs a request. The group `core` is in the file that all other files need.
   */
  chunkGroups?: Readonly<Record<string, readonly string[]>>;
  /** More plugins of esbuild, for the browser's scripts. */
  plugins?: readonly Plugin[];
  /**
   * Keeps the scripts, styles and pictures of earlier builds in `out` for pages that are still
   * open: for 14 days, and at least those of three builds. The default is true, except in
   * development.
   */
  keep?: boolean;
};
