import { isNamedByContent } from "../render/named-by-content.ts";

/** A build in an output folder; `files` are the files whose content never changes. */
export type KeptBuild = { builtAt: number; files: readonly string[] };

const keptMs = 14 * 86_400_000;
/** The fewest builds that are kept, including the newest one, which is served. */
const fewestBuilds = 3;
/** The most builds that are kept: limits the disk space on a site that deploys each change. */
const mostBuilds = 200;

/** Whether a file is kept for a build's open pages after another build has replaced that build. */
export const isKept = (file: string): boolean => file.startsWith("static/") && isNamedByContent(file);

const sameFiles = (one: KeptBuild, other: KeptBuild): boolean => one.files.toSorted().join() === other.files.toSorted().join();

/**
 * The earlier builds to keep beside the next one, newest first: the last ones, and all that were
 * replaced within the last 14 days.
 */
export function keptBuilds(next: KeptBuild, earlier: readonly KeptBuild[]): KeptBuild[] {
  const builds = [next, ...earlier.filter((build) => !sameFiles(build, next))];
  const replacedAt = (at: number) => builds[at - 1]?.builtAt ?? next.builtAt;
  const isRecent = (at: number) => at < mostBuilds && replacedAt(at) > next.builtAt - keptMs;
  return builds.filter((_, at) => at > 0 && (at < fewestBuilds || isRecent(at)));
}
