import { hash } from "node:crypto";
import type { Asset, Bodies } from "./asset.ts";
import { isNamedByContent } from "./asset.ts";

/** Files of one build that its pages name, by path below `/static/`. */
export type BuiltFiles = ReadonlyMap<string, Bodies>;

/** A kept build, and the time (ms) at which a process last reported serving it. */
export type ServedBuild = { build: string; servedAt: number };

export type PruneResult = { builds: number; files: number; kept: number };

/** Stores the files of the latest builds, for pages of these builds that are still open. */
export type AssetArchive = {
  /** Adds a build, or notes that it is still served. Two processes may add at once. */
  add(build: string, files: BuiltFiles, now: number): Promise<void>;
  find(path: string): Promise<Bodies | undefined>;
  /**
   * Removes the builds that `expiredBuilds` names, and the files that belong to no remaining build.
   */
  prune(now: number): Promise<PruneResult>;
};

const keptMs = 14 * 86_400_000;
const fewestBuilds = 3;
/** Limits the disk space that builds take in a shop that deploys every change. */
const mostBuilds = 200;

/**
 * Builds that no process has served for 14 days, and builds beyond the latest `mostBuilds`. The
 * last three never expire.
 */
export function expiredBuilds(builds: readonly ServedBuild[], now: number): string[] {
  const latestFirst = builds.toSorted((a, b) => b.servedAt - a.servedAt);
  return latestFirst
    .filter(({ servedAt }, at) => at >= fewestBuilds && (at >= mostBuilds || servedAt < now - keptMs))
    .map(({ build }) => build);
}

/**
 * The files of a build to keep, and the build's name. Builds with equal files have the same name.
 */
export function filesToKeep(assets: ReadonlyMap<string, Asset>): { build: string; files: BuiltFiles } {
  const contentNamed = [...assets].filter(([path]) => isNamedByContent(path));
  const names = contentNamed.map(([path]) => path).sort();
  const files = new Map(contentNamed.map(([path, { bodies }]) => [path, bodies]));
  return { build: hash("sha256", names.join("\n")).slice(0, 16), files };
}
