import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "../ids.ts";
import type { Outcome } from "../outcome.ts";
import { readIfThere } from "./photographs.ts";
import { squareInProcess } from "./picture-process.ts";
import { writeWhole } from "./write-whole.ts";

const shape = /^[0-9a-f]{32}$/;

const pathOf = (dataDir: string, name: string) => join(dataDir, "media", "avatars", `${name}.webp`);

/** `name` is 32 hex digits, as `storeAvatar` returns it. */
export const avatarUrl = (name: string): string => `/media/avatars/${name}.webp`;

/**
 * Stores the centre of a picture as a square WebP without metadata, under a random name, and
 * returns the name.
 */
export async function storeAvatar(bytes: Buffer, dataDir: string): Promise<Outcome<string>> {
  const square = await squareInProcess(bytes);
  if (!square.ok) return square;
  const name = newId();
  await mkdir(join(dataDir, "media", "avatars"), { recursive: true, mode: 0o700 });
  await writeWhole(pathOf(dataDir, name), square.value);
  return { ok: true, value: name };
}

/** A file that is not there is no error. */
export const removeAvatar = (dataDir: string, name: string): Promise<void> => rm(pathOf(dataDir, name), { force: true });

/**
 * The picture's bytes; undefined for a text that is no avatar's name, so that nothing else becomes
 * a path.
 */
export const readAvatar = (dataDir: string, name: string) => (shape.test(name) ? readIfThere(pathOf(dataDir, name)) : undefined);
