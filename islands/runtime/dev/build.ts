import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Built, buildSite, type Manifest } from "../build/build.ts";
import type { SiteOptions } from "../build/options.ts";
import { describeProblem, type Problem } from "../build/problems.ts";
import { problemOf, problemsOf } from "../build/problems-of.ts";
import { buildStylesheet } from "../build/static-files.ts";
import { openIncremental } from "./incremental.ts";

/** Without `built` the last good build stands. */
export type DevResult<Value> = { built?: Value; problems: readonly Problem[] };

export type DevBuild = {
  build(): Promise<DevResult<Built>>;
  /** Builds the stylesheet alone into the last build, and returns its address. */
  buildStyles(): Promise<DevResult<string>>;
  /** Must be called, or esbuild's process goes on. */
  close(): Promise<void>;
};

/** Builds a site for development, again and again: a failed build leaves the last good one in place. */
export function openDevBuild(given: Omit<SiteOptions, "dev" | "bundle">): DevBuild {
  const { bundle, warnings, close } = openIncremental();
  const site = { ...given, dev: true, bundle };
  const warned = (step?: string) => distinct(warnings(step).map(problemOf));
  return {
    close,
    async build() {
      try {
        const built = await buildSite(site);
        return { built, problems: [...built.problems, ...warned()] };
      } catch (error) {
        return { problems: problemsOf(error) };
      }
    },
    async buildStyles() {
      try {
        const css = await buildStylesheet(site);
        const path = join(site.out, "manifest.json");
        const manifest: Manifest = JSON.parse(readFileSync(path, "utf8"));
        writeFileSync(path, `${JSON.stringify({ ...manifest, css }, null, 2)}\n`);
        return { built: css, problems: warned("styles") };
      } catch (error) {
        return { problems: problemsOf(error) };
      }
    },
  };
}

/** The same file may be in several bundles. */
const distinct = (problems: readonly Problem[]): Problem[] =>
  problems.filter((one, at) => problems.findIndex((other) => describeProblem(other) === describeProblem(one)) === at);
