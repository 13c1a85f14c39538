import { type Outcome, ok } from "../outcome.ts";
import type { MediaStore } from "./media-store.ts";
import { orUnavailable } from "./media-unavailable.ts";
import { variantsInProcess } from "./picture-process.ts";
import { type StoredPicture, storeAway } from "./store-picture.ts";

/**
 * Stores a picture as `storePicture` does, but decodes it in a separate process with limits, for
 * uploads and downloads while the shop is open.
 */
export async function storeUpload(
  bytes: Buffer,
  media: MediaStore,
  limits: { timeoutMs?: number; mostWidth?: number } = {},
): Promise<Outcome<StoredPicture>> {
  const result = await variantsInProcess(bytes, limits);
  if (!result.ok) return result;
  const { files, ...stored } = result.value;
  const writeAll = async () => {
    for (const file of files) await media.write(file.name, file.bytes);
    return ok(stored);
  };
  return await orUnavailable(writeAll(), storeAway);
}
