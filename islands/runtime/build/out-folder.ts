import { cpSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { isKept, type KeptBuild, keptBuilds } from "./kept-builds.ts";
import { markName, readMark, writeMark } from "./mark.ts";
import { shownPath } from "./problems.ts";
import type { SiteOptions } from "./site-options.ts";

const anHour = 3_600_000;

/** Paths of all files of a folder, relative to it. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll("\\", "/"));

/** Adds files to the list in a folder's mark. */
export function addToMark(folder: string, added: Iterable<string>): void {
  const mark = readMark(folder);
  if (mark) writeMark(folder, { ...mark, files: [...new Set([...mark.files, ...added])] });
}

/** Whether a path is a folder or below it. */
export const isWithin = (path: string, folder: string): boolean => !/^\.\.($|[/\\])/.test(relative(folder, path));

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
  if (readdirSync(out).length > 0 && !readMark(out))
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

/** Keeps the files' times, since ETags are made from them. */
const copying = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true };

/** Copies those files of `from` that no build made into the next build's folder. */
function copyOtherFiles(from: string, to: string, builtNow: readonly string[]): void {
  const { files = [], kept = [] } = readMark(from) ?? {};
  const built = new Set([markName, ...files, ...kept.flatMap((build) => build.files)]);
  for (const file of filesIn(from).filter((file) => !built.has(file))) {
    // A development build adds stylesheets that the mark does not list. They are named by their
    // content, so an equal file is no conflict.
    if (builtNow.includes(file) && readFileSync(join(from, file)).equals(readFileSync(join(to, file)))) continue;
    if (builtNow.includes(file))
      throw new Error(
        `The build would overwrite ${shownPath(join(from, file))}, which no earlier build made: move this file elsewhere`,
      );
    cpSync(join(from, file), join(to, file), copying);
  }
}

/**
 * Copies the kept files of earlier builds into the next build's folder, and returns these builds.
 */
function copyKeptFiles(from: string, to: string, next: KeptBuild): readonly KeptBuild[] {
  const mark = readMark(from);
  if (!mark) return [];
  const present = new Set(filesIn(from));
  const kept = keptBuilds(next, [{ builtAt: mark.builtAt, files: mark.files.filter(isKept) }, ...mark.kept]);
  for (const file of new Set(kept.flatMap(({ files }) => files)))
    if (present.has(file) && !existsSync(join(to, file))) cpSync(join(from, file), join(to, file), copying);
  return kept;
}

type Moved = { builtAt: number; keep: boolean };

/**
 * Moves a built folder into place. Files there that no build made are kept, and with `keep` also
 * the files that pages of earlier builds use. If two builds finish at the same moment, the second
 * one moves the first one's folder away and tries again.
 */
export function moveIntoPlace(from: string, to: string, { builtAt, keep }: Moved): void {
  const files = filesIn(from);
  for (let tries = 0; ; tries++) {
    const old = `${from}-old-${tries}`;
    if (existsSync(to)) copyOtherFiles(to, from, files);
    const kept = keep ? copyKeptFiles(to, from, { builtAt, files: files.filter(isKept) }) : [];
    writeMark(from, { files, builtAt, kept });
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

/**
 * Copies the build in a folder aside. The returned function puts the build back if the folder was
 * deleted meanwhile.
 */
export function copyAside(out: string): () => void {
  if (!readMark(out)) return () => {};
  const aside = mkdtempSync(join(tmpdir(), "islands-"));
  cpSync(out, aside, copying);
  return () => {
    if (!existsSync(out)) cpSync(aside, out, copying);
    rmSync(aside, { recursive: true, force: true });
  };
}
