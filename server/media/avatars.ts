import { newId } from "../ids.ts";
import type { Outcome } from "../outcome.ts";
import type { MediaStore } from "./media-store.ts";
import { orUnavailable } from "./media-unavailable.ts";
import { squareInProcess } from "./picture-process.ts";

const shape = /^[0-9a-f]{32}$/;

const nameOf = (name: string) => `avatars/${name}.webp`;

/** The address of an avatar; `name` is 32 hex digits from `storeAvatar`. */
export const avatarUrl = (name: string): string => `/media/${nameOf(name)}`;

/**
 * Stores the centre of a picture as a square WebP without metadata, under a random name, and
 * returns the name.
 */
export async function storeAvatar(bytes: Buffer, media: MediaStore): Promise<Outcome<string>> {
  const square = await squareInProcess(bytes);
  if (!square.ok) return square;
  const name = newId();
  const refusal = await orUnavailable(
    media.write(nameOf(name), square.value),
    "We can’t store images right now. Please try again in a minute.",
  );
  return refusal ?? { ok: true, value: name };
}

/** Removes an avatar, if it exists. */
export const removeAvatar = (media: MediaStore, name: string): Promise<void> => media.remove(nameOf(name));

/**
 * The picture's bytes; undefined for text that is no avatar's name, so that no other text becomes a
 * path.
 */
export const readAvatar = (media: MediaStore, name: string) => (shape.test(name) ? media.read(nameOf(name)) : undefined);
