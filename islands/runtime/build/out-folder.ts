import { cpSync, existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { z } from "zod";
import type { SiteOptions } from "./options.ts";
import { shownPath } from "./problems.ts";

/** The mark: the file in a build's output folder that lists the build's files. */
const markName = "islands-build.json";
const mark = z.object({ madeBy: z.literal("server-islands"), files: z.array(z.string()) });

const anHour = 3_600_000;

/** Paths of all files of a folder, relative to it. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll("\\", "/"));

/** The files that a folder's mark lists; undefined if the folder has no valid mark. */
function builtFiles(folder: string): readonly string[] | undefined {
  const path = join(folder, markName);
  if (!existsSync(path)) return undefined;
  try {
    return mark.parse(JSON.parse(readFileSync(path, "utf8"))).files;
  } catch {
    return undefined;
  }
}

/** Writes a folder's mark, which lists all files of the folder. */
export function markFolder(folder: string): void {
  const files = filesIn(folder).filter((file) => file !== markName);
  writeFileSync(join(folder, markName), `${JSON.stringify({ madeBy: "server-islands", files: files.sort() })}\n`);
}

/** Adds files to the list in a folder's mark. */
export function addToMark(folder: string, added: Iterable<string>): void {
  const files = [...new Set([...(builtFiles(folder) ?? []), ...added])].sort();
  writeFileSync(join(folder, markName), `${JSON.stringify({ madeBy: "server-islands", files })}\n`);
}

const isWithin = (path: string, folder: string): boolean => !/^\.\.($|[/\\])/.test(relative(folder, path));

/**
 * Throws if the islands' folder does not exist. Throws if the output folder is in a source folder,
 * is above a source folder, is a file, or has files but no mark.
 */
export function refuseOutFolder({ islandsDir, staticDir, out }: SiteOptions): void {
  if (!existsSync(islandsDir)) throw new Error(`There is no folder ${shownPath(islandsDir)}`);
  const named = shownPath(out) || "the current folder";
  for (const sources of [islandsDir, ...(staticDir ? [staticDir] : [])]) {
    if (!isWithin(out, sources) && !isWithin(sources, out)) continue;
    const place = isWithin(out, sources) ? "in" : "above";
    throw new Error(`${named} is ${place} the source folder ${shownPath(sources)}: choose another folder for the output`);
  }
  const stats = statSync(out, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isDirectory()) throw new Error(`${named} is a file: choose a folder for the output`);
  if (readdirSync(out).length > 0 && builtFiles(out) === undefined)
    throw new Error(`${named} has files that no build of islands made: choose another folder, or empty this folder`);
}

/** Removes temporary folders of builds that were killed an hour ago or more. */
export function removeStaleBuilds(out: string): void {
  for (const left of globSync(`${basename(out)}.tmp-*`, { cwd: dirname(out) })) {
    const path = join(dirname(out), left);
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > anHour) rmSync(path, { recursive: true, force: true });
  }
}

/** Copies files that no build made from the output folder to the next build's folder. */
function copyOtherFiles(from: string, to: string): void {
  const built = new Set([markName, ...(builtFiles(from) ?? [])]);
  for (const file of filesIn(from).filter((file) => !built.has(file))) {
    if (existsSync(join(to, file)))
      throw new Error(
        `The build would overwrite ${shownPath(join(from, file))}, which no earlier build made: move this file elsewhere`,
      );
    cpSync(join(from, file), join(to, file), { preserveTimestamps: true, verbatimSymlinks: true });
  }
}

/**
 * Replaces the output folder by a built folder, and keeps files that no build made. If two builds
 * finish at the same moment, the second build replaces the first build's folder.
 */
export function moveIntoPlace(from: string, to: string): void {
  markFolder(from);
  for (let tries = 0; ; tries++) {
    const old = `${from}-old-${tries}`;
    if (existsSync(to)) copyOtherFiles(to, from);
    try {
      if (existsSync(to)) renameSync(to, old);
      renameSync(from, to);
      rmSync(old, { recursive: true, force: true });
      return;
    } catch (error) {
      rmSync(old, { recursive: true, force: true });
      if (tries === 5) throw error;
    }
  }
}
