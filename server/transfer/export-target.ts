import { rmSync } from "node:fs";
import { type FileHandle, open, realpath, rename, rm, stat } from "node:fs/promises";
import { newShortId } from "../ids.ts";
import { type Outcome, refuse } from "../outcome.ts";

/** Identifies this shop's exports: only their first lines contain this text. */
const ownColumn = "(product.metafields.storefront.";

/** The destination of an export, written piece by piece; complete only after `finish`. */
export type Target = {
  write: (text: string) => Promise<void>;
  finish: () => Promise<void>;
  /** deletes the unfinished file; an older file stays */
  abandon: () => Promise<void>;
};

/**
 * Registers `clean` to run if the process is interrupted. Returns a function that removes the
 * registration.
 */
type OnInterrupt = (clean: () => void) => () => void;

/** Explains a failed write in words. Throws any other error again. */
export function writingFault(path: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (path === "-" && code === "EPIPE") return "the reader of standard output stopped before the end";
  const words = reasons[code];
  if (words === undefined) throw error;
  return `${path === "-" ? "standard output" : path} ${words}`;
}

const full = "cannot be written: the disk is full";
const reasons: Record<string, string | undefined> = {
  ENOENT: "cannot be created: there is no such folder",
  ENOTDIR: "cannot be created: there is no such folder",
  EACCES: "cannot be written: permission denied",
  EPERM: "cannot be written: permission denied",
  EROFS: "cannot be written: the disk is read-only",
  ENAMETOOLONG: "cannot be created: the name is too long",
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: "cannot be written: the file is too large for the disk",
  EIO: "cannot be written: the disk has failed",
};

/**
 * Opens standard output for `-`, else a temporary file that is moved to `path` once complete. An
 * earlier export or an empty file at `path` is replaced. Another text file is replaced only if
 * `replace` is `replaced`, and binary data never.
 */
export async function openTarget(path: string, replace: "kept" | "replaced", onInterrupt: OnInterrupt): Promise<Outcome<Target>> {
  if (path === "-") return { ok: true, value: standardOutput() };
  try {
    const there = await stat(path).catch(absent);
    if (there?.isDirectory()) return refuse("invalid", `${path} is a folder: name a file in it`);
    // A rename would replace a device with a file.
    if (there && !there.isFile()) return refuse("invalid", `${path} is not a regular file: use “-” for standard output`);
    const older = there && (await inspectFile(path));
    if (older === "binary") return refuse("invalid", `${path} is not an older export: choose another file`);
    if (older === "text" && replace === "kept")
      return refuse("invalid", `${path} already exists and is not an export of this shop: add --force to replace it`);
    // A symbolic link stays; the file that it points to is replaced.
    return { ok: true, value: await wholeFile(there ? await realpath(path) : path, onInterrupt) };
  } catch (error) {
    return refuse("failed", writingFault(path, error));
  }
}

/**
 * The kind of a file's contents. An earlier export or an empty file may be replaced, other text
 * only with `--force`, and binary data, such as a picture, never.
 */
async function inspectFile(path: string): Promise<"export" | "empty" | "text" | "binary"> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    const start = buffer.subarray(0, bytesRead);
    if (bytesRead === 0) return "empty";
    if (start.includes(0)) return "binary";
    return start.includes(ownColumn) ? "export" : "text";
  } finally {
    await file.close();
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

/**
 * Writes to a temporary file in the same folder, so that the older file stays if the export is
 * interrupted or the disk is full. Only the owner may read the file, since it has unpublished
 * products and stock.
 */
async function wholeFile(path: string, onInterrupt: OnInterrupt): Promise<Target> {
  const unfinished = `${path}.${newShortId()}.tmp`;
  const file = await open(unfinished, "wx", 0o600);
  const leave = onInterrupt(() => rmSync(unfinished, { force: true }));
  return {
    write: (text) => file.appendFile(text),
    finish: async () => {
      await file.sync();
      await file.close();
      await rename(unfinished, path);
      leave();
    },
    abandon: async () => {
      await closed(file);
      await rm(unfinished, { force: true });
      leave();
    },
  };
}

const closed = (file: FileHandle) => file.close().catch(() => {});

function standardOutput(): Target {
  // `write` reports the error already. Without a listener, the error would also end the process.
  process.stdout.on("error", () => {});
  const write = (text: string) =>
    new Promise<void>((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
  return { write, finish: async () => {}, abandon: async () => {} };
}
