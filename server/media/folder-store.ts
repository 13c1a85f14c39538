import { access, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { MediaStore } from "./media-store.ts";
import { writeWhole } from "./write-whole.ts";

/** A store of files below `DATA_DIR/media`, or below another folder of `DATA_DIR`. */
export function folderStore(dataDir: string, folder = "media"): MediaStore {
  const place = join(dataDir, folder);
  const pathOf = (name: string) => join(place, name);
  return {
    place,
    read: (name) => unlessMissing(readFile(pathOf(name)), undefined),
    has: (name) =>
      access(pathOf(name)).then(
        () => true,
        () => false,
      ),
    async write(name, bytes) {
      await mkdir(dirname(pathOf(name)), { recursive: true, mode: 0o700 });
      await writeWhole(pathOf(name), bytes);
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async list() {
      const entries = await unlessMissing(readdir(place, { recursive: true, withFileTypes: true }), []);
      const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
      return files.map((path) => relative(place, path).split(sep).join("/")).sort();
    },
  };
}

/** Returns `missing` if the file does not exist; throws any other error. */
const unlessMissing = <Value, Missing>(work: Promise<Value>, missing: Missing): Promise<Value | Missing> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return missing;
    throw error;
  });
