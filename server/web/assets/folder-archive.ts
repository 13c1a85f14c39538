import { mkdir, readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { writeWhole } from "../../media/write-whole.ts";
import { type AssetArchive, type BuiltFiles, expiredBuilds, type ServedBuild } from "./archive.ts";
import type { Bodies } from "./asset.ts";
import { pack, unpack } from "./packed.ts";

type BuildRecord = ServedBuild & { paths: readonly string[] };

/**
 * A file that was written or claimed within this time, in ms, is not removed: another process may
 * be adding its build.
 */
const graceMs = 3_600_000;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

async function orUndefined<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Keeps builds in `directory`: `builds/<build>.json` lists a build's files, and `files/` contains
 * them. Each file is written under another name and renamed.
 */
export function folderArchive(directory: string): AssetArchive {
  const recordAt = (build: string) => join(directory, "builds", `${build}.json`);
  const fileAt = (path: string) => join(directory, "files", path);

  async function addFile(path: string, bodies: Bodies, now: number): Promise<void> {
    const packed = pack(bodies);
    const stats = await orUndefined(stat(fileAt(path)));
    if (stats?.size === packed.length) return await utimes(fileAt(path), now / 1000, now / 1000);
    await mkdir(dirname(fileAt(path)), { recursive: true, mode: 0o700 });
    await writeWhole(fileAt(path), packed);
  }

  async function add(build: string, files: BuiltFiles, now: number): Promise<void> {
    await Promise.all([...files].map(([path, bodies]) => addFile(path, bodies, now)));
    await mkdir(dirname(recordAt(build)), { recursive: true, mode: 0o700 });
    const record: BuildRecord = { build, servedAt: now, paths: [...files.keys()] };
    await writeWhole(recordAt(build), Buffer.from(JSON.stringify(record)));
  }

  async function find(path: string): Promise<Bodies | undefined> {
    const packed = await orUndefined(readFile(fileAt(path)));
    return packed && unpack(packed);
  }

  async function records(): Promise<BuildRecord[]> {
    const names = (await orUndefined(readdir(join(directory, "builds")))) ?? [];
    const texts = await Promise.all(
      names
        .filter((name) => name.endsWith(".json"))
        .map((name) => orUndefined(readFile(join(directory, "builds", name), "utf8"))),
    );
    return texts.flatMap((text) => (text === undefined ? [] : (JSON.parse(text) as BuildRecord)));
  }

  /** Removes an old file, even if a crash left it half written. */
  async function removeUnlessNew(path: string, now: number): Promise<number> {
    const stats = await orUndefined(stat(path));
    if (!stats || stats.mtimeMs > now - graceMs) return 0;
    await rm(path, { force: true });
    return 1;
  }

  async function prune(now: number) {
    const all = await records();
    const expired = new Set(expiredBuilds(all, now));
    await Promise.all([...expired].map((build) => rm(recordAt(build), { force: true })));
    const keptBuilds = all.filter(({ build }) => !expired.has(build));
    const needed = new Set(keptBuilds.flatMap(({ paths }) => paths));
    const entries = (await orUndefined(readdir(join(directory, "files"), { recursive: true, withFileTypes: true }))) ?? [];
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const nameOf = (path: string) => relative(join(directory, "files"), path).split(sep).join("/");
    const removed = await Promise.all(
      paths.filter((path) => !needed.has(nameOf(path))).map((path) => removeUnlessNew(path, now)),
    );
    return { builds: expired.size, files: removed.filter(Boolean).length, kept: keptBuilds.length };
  }

  return { add, find, prune };
}
