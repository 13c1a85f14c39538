import pLimit from "p-limit";
import type { MediaStore } from "../../media/media-store.ts";
import { downloadPicture } from "../../media/safe-download.ts";
import { type StoredPicture, storePicture } from "../../media/store-picture.ts";
import { type Outcome, refuse } from "../../outcome.ts";
import { perHostThrottle } from "./per-host-throttle.ts";
import type { PictureFolder } from "./picture-folder.ts";
import { addressOf } from "./picture-names.ts";

type Options = {
  media: MediaStore;
  /** the folder in the owner's `--images` */
  folder?: { name: string; pictures: PictureFolder } | undefined;
  /** aborts the current downloads */
  signal?: AbortSignal | undefined;
  download?: typeof downloadPicture;
  /** decodes a picture and stores its files */
  store?: typeof storePicture;
  /** advice for a name that is no address, if no folder is given */
  remedy?: string;
};

/**
 * Fetches and stores a picture that a file names by address or file name. Each run of an import has
 * its own source.
 */
export type PictureSource = (text: string) => Promise<Outcome<StoredPicture>>;

/**
 * Looks for the picture in the folder first, then downloads it. Refuses text that is neither a file
 * in the folder nor an address.
 */
export function openPictureSource(options: Options): PictureSource {
  const { media, folder, signal, download = downloadPicture, store = storePicture } = options;
  const { remedy = "give its folder with --images DIR" } = options;
  const fetched = perHostThrottle((url) => download(url.href, { signal }));
  const oneAtATime = pLimit(1);
  const bytesOf = async (text: string): Promise<Outcome<Buffer>> => {
    const url = addressOf(text);
    if (url) return withPlace(await fetched(url), folder && `; nor is it in ${folder.name}`);
    if (/^[a-z][a-z0-9+.-]+:/i.test(text)) return refuse("invalid", "its address does not begin with http:// or https://");
    return refuse("invalid", folder ? `it is not in ${folder.name}` : `it is not an address: ${remedy}`);
  };
  const keep = async (bytes: Outcome<Buffer>): Promise<Outcome<StoredPicture>> => {
    if (!bytes.ok) return bytes;
    // Decoding a large picture takes hundreds of megabytes.
    return await oneAtATime(async () =>
      signal?.aborted ? refuse("failed", "its download was stopped") : await store(bytes.value, media),
    );
  };
  return async (text) => {
    const picture = await folder?.pictures.find(text);
    return picture ? withPlace(await keep(picture), ` (in ${folder?.name})`) : await keep(await bytesOf(text));
  };
}

/** Adds the searched place to a refusal. */
const withPlace = <Value>(outcome: Outcome<Value>, where: string | undefined): Outcome<Value> =>
  outcome.ok || where === undefined ? outcome : { ...outcome, error: outcome.error + where };
