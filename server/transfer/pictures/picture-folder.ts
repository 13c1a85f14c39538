import { constants } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { mostBytes } from "../../media/safe-download.ts";
import { type Outcome, refuse } from "../../outcome.ts";
import { candidatesOf } from "./picture-names.ts";

/** A folder on the owner's machine. Only pictures inside it are read. */
export type PictureFolder = {
  /** The picture with this name; undefined if the folder has none. */
  find(text: string): Promise<Outcome<Buffer> | undefined>;
};

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

/** Opens a picture folder. Refuses a path that is no folder, before anything is written. */
export async function openPictureFolder(directory: string): Promise<Outcome<PictureFolder>> {
  let root: string;
  try {
    root = await realpath(directory);
    if (!(await stat(root)).isDirectory()) return refuse("invalid", `${directory} is not a folder`);
  } catch (error) {
    const code = codeOf(error);
    return refuse(
      "invalid",
      code === "ENOENT" ? `there is no folder ${directory}` : `the folder ${directory} cannot be read (${code})`,
    );
  }
  const find = async (text: string) => {
    const names = candidatesOf(text);
    if (!names.ok) return names;
    for (const name of names.value) {
      const picture = await readInside(root, name);
      if (picture) return picture;
    }
    return undefined;
  };
  return { ok: true, value: { find } };
}

/** Opens a file without following a final link or blocking on a named pipe. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const absent = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);

async function readInside(root: string, name: string): Promise<Outcome<Buffer> | undefined> {
  try {
    const path = await realpath(join(root, name));
    if (!path.startsWith(root.endsWith(sep) ? root : root + sep))
      return refuse("invalid", "it is a link that points outside the folder");
    const stats = await stat(path);
    if (stats.isDirectory()) return undefined;
    if (!stats.isFile()) return refuse("invalid", "it is not a file");
    const file = await open(path, flags);
    try {
      return await readPicture(file);
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === "") throw error;
    return absent.has(code) ? undefined : refuse("failed", `its file cannot be read (${code})`);
  }
}

async function readPicture(file: FileHandle): Promise<Outcome<Buffer>> {
  const stats = await file.stat();
  if (!stats.isFile()) return refuse("invalid", "it is not a file");
  const tooLarge = refuse("too_large", `it is larger than ${mostBytes / 1_000_000} MB`);
  if (stats.size > mostBytes) return tooLarge;
  // One extra byte shows whether the file grew meanwhile.
  const bytes = Buffer.alloc(stats.size + 1);
  let size = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, size, bytes.length - size);
    size += bytesRead;
    if (bytesRead === 0) return { ok: true, value: bytes.subarray(0, size) };
    if (size === bytes.length) return refuse("failed", "its file changed while it was being read");
  }
}
