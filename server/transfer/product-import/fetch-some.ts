import type { Db } from "../../db/tables.ts";
import type { MediaStore } from "../../media/media-store.ts";
import type { storePicture } from "../../media/store-picture.ts";
import { fetchPictures, type PictureReport } from "../pictures/fetch-pictures.ts";
import { openPictureSource } from "../pictures/picture-source.ts";
import type { FileReading } from "../reading/source.ts";
import { counted } from "../reports/counts.ts";
import { truncated } from "../rules/truncated.ts";
import { addLines, type ImportProgress } from "./progress.ts";

export type PictureParts = {
  db: Db;
  media: MediaStore;
  /** decodes a picture and stores its files */
  storePicture: typeof storePicture;
};

type FetchBatch = {
  /**
   * the number of readings (products of the file) whose pictures are finished; 0 if the next job
   * must continue with the same readings
   */
  taken: number;
  /** adds the outcomes of these pictures */
  addTo: (progress: ImportProgress) => ReturnType<typeof addLines>;
};

/** The number of products whose pictures are fetched together. */
const inSlice = 20;

/**
 * Fetches the pictures of these products, slice by slice, until about `until` (a time of
 * performance.now).
 */
export async function* fetchSome(
  { db, media, storePicture }: PictureParts,
  readings: AsyncIterable<FileReading>,
  { id, until }: { id: string; until: number },
): AsyncGenerator<FetchBatch> {
  const signal = AbortSignal.timeout(Math.max(1, Math.round(until - performance.now())));
  const remedy = "upload the picture on the product’s page";
  const store = openPictureSource({ media, signal, store: storePicture, remedy });
  let isFirst = true;
  for await (const slice of slicesOf(readings)) {
    const missing: PictureReport[] = [];
    const slugs = slice.flatMap(({ slug, draft, faults }) => (draft && faults.length === 0 ? [slug] : []));
    const { brought, left } = await fetchPictures(db, slugs, { store, signal, onMissing: (report) => void missing.push(report) });
    // Gives up the remaining pictures of a job's first slice if the whole job fetched none of them.
    // Otherwise the import would never end.
    const isGivenUp = left > 0 && brought === 0 && isFirst;
    if (isGivenUp) missing.push({ slug: slugs.at(0) ?? "", url: counted(left, "picture"), reason: "their servers are too slow" });
    const isFinished = left === 0 || isGivenUp;
    yield {
      taken: isFinished ? slice.length : 0,
      addTo: (progress) => addFetched(progress, id, brought, isFinished ? missing : []),
    };
    if (!isFinished) return;
    isFirst = false;
  }
}

function addFetched(progress: ImportProgress, id: string, brought: number, missing: readonly PictureReport[]) {
  const lines = missing.map(({ slug, url, reason }) => ({
    ...{ kind: "picture" as const, line: null, product: slug },
    words: `${truncated(url, 200)}: ${reason}`,
  }));
  const next = addLines(progress, { id, step: "import" }, lines);
  const { pictures, missingPictures } = progress;
  const counts = { pictures: pictures + brought, missingPictures: missingPictures + missing.length };
  return { ...next, progress: { ...next.progress, ...counts } };
}

async function* slicesOf(readings: AsyncIterable<FileReading>): AsyncGenerator<FileReading[]> {
  let slice: FileReading[] = [];
  for await (const reading of readings) {
    slice.push(reading);
    if (slice.length < inSlice) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}
