import pLimit from "p-limit";
import { downloadPicture } from "../../media/safe-download.ts";
import { type StoredPicture, storePicture } from "../../media/store-picture.ts";
import { type Outcome, refuse } from "../../outcome.ts";
import { perHostThrottle } from "./per-host-throttle.ts";
import type { PictureFolder } from "./picture-folder.ts";
import { addressOf } from "./picture-names.ts";

type Options = {
  dataDir: string;
  /** what the owner gave by `--images` */
  folder?: { name: string; pictures: PictureFolder } | undefined;
  /** ends what is being fetched */
  signal?: AbortSignal | undefined;
  download?: typeof downloadPicture;
};

/**
 * Brings a picture that a file names, by an address or by the name of a file, below
 * `DATA_DIR/media`. One for each run of an import.
 */
export type PictureSource = (text: string) => Promise<Outcome<StoredPicture>>;

/** Looks into the folder first, then downloads; refuses what is neither file nor address. */
export function openPictureSource({ dataDir, folder, signal, download = downloadPicture }: Options): PictureSource {
  const fetched = perHostThrottle((url) => download(url.href, { signal }));
  const oneAtATime = pLimit(1);
  const bytesOf = async (text: string): Promise<Outcome<Buffer>> => {
    const url = addressOf(text);
    if (url) return withPlace(await fetched(url), folder && `; nor is it in ${folder.name}`);
    if (/^[a-z][a-z0-9+.-]+:/i.test(text)) return refuse("invalid", "its address does not begin with http:// or https://");
    return refuse(
      "invalid",
      folder ? `it is not in ${folder.name}` : "it is no address: give the folder of the pictures with --images DIR",
    );
  };
  const keep = async (bytes: Outcome<Buffer>): Promise<Outcome<StoredPicture>> => {
    if (!bytes.ok) return bytes;
    // A large picture takes hundreds of megabytes while it is decoded.
    return await oneAtATime(async () =>
      signal?.aborted ? refuse("failed", "it was given up") : await storePicture(bytes.value, dataDir),
    );
  };
  return async (text) => {
    const found = await folder?.pictures.find(text);
    return found ? withPlace(await keep(found), ` (in ${folder?.name})`) : await keep(await bytesOf(text));
  };
}

/** The owner is told where it was looked for. */
const withPlace = <Value>(outcome: Outcome<Value>, where: string | undefined): Outcome<Value> =>
  outcome.ok || where === undefined ? outcome : { ...outcome, error: outcome.error + where };
