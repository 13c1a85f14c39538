import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { S3mini, S3NetworkError, S3ServiceError } from "s3mini";
import type { MediaStore } from "./media-store.ts";
import { MediaUnavailable } from "./media-unavailable.ts";

export type S3Settings = {
  /** the address with the bucket, without a final slash */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** the longest time that a browser waits for a read, and a job or a form for a write; ms */
const readLimit = 5000;
const writeLimit = 20_000;
/** The most concurrent requests and the most waiting requests; others are refused immediately. */
const most = { running: 64, waiting: 64 };
/**
 * the most bytes of pictures in memory, and of one picture; a product's picture has up to about 100
 * kB
 */
const memory = { all: 64_000_000, one: 4_000_000 };

type Limits = { readLimit?: number; writeLimit?: number };

/** The loggable part of a failure: a server's own body repeats keys and signatures. */
function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceError) return `it answered ${error.status}${error.serviceCode ? ` ${error.serviceCode}` : ""}`;
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "TimeoutError") return "no answer in time";
  if (error instanceof S3NetworkError) return error.code ?? error.name;
  const { code } = (error.cause ?? error) as NodeJS.ErrnoException;
  return typeof code === "string" ? code : error.name;
}

function typeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf(".") + 1);
  if (ending === "pdf") return "application/pdf";
  return `image/${ending === "jpg" ? "jpeg" : ending}`;
}

/**
 * Whether a picture is private. Another process may remove it at any time, so it is not kept in
 * memory.
 */
const isPrivate = (name: string): boolean => name.startsWith("avatars/");

/**
 * A store of pictures in a bucket of an S3-compatible service. Throws every failure as
 * `MediaUnavailable`.
 */
export function s3Store({ url, ...keys }: S3Settings, limits: Limits = {}): MediaStore {
  const clientWithin = (requestAbortTimeout: number) => new S3mini({ ...keys, endpoint: url, requestAbortTimeout });
  const reader = clientWithin(limits.readLimit ?? readLimit);
  const writer = clientWithin(limits.writeLimit ?? writeLimit);
  const limited = pLimit(most.running);

  const request = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (limited.pendingCount >= most.waiting) throw new MediaUnavailable(url, "too many requests wait for it");
    return await limited(work).catch((error: unknown) => {
      throw new MediaUnavailable(url, reasonOf(error));
    });
  };
  const fetchWhole = async (name: string): Promise<Buffer | undefined> => {
    const bytes = await request(() => reader.getObjectArrayBuffer(name));
    return bytes ? Buffer.from(bytes) : undefined;
  };
  const pictures = new LRUCache<string, Buffer>({
    maxSize: memory.all,
    maxEntrySize: memory.one,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
    fetchMethod: fetchWhole,
    ignoreFetchAbort: true,
  });
  return {
    place: url,
    read: async (name) => (isPrivate(name) ? await fetchWhole(name) : await pictures.fetch(name)),
    has: async (name) => (await request(() => reader.objectExists(name))) === true,
    write: async (name, bytes) => void (await request(() => writer.putObject(name, bytes, typeOf(name)))),
    async remove(name) {
      await request(() => writer.deleteObject(name));
      pictures.delete(name);
    },
    async list() {
      const objects = await request(() => writer.listObjects());
      if (!objects) throw new MediaUnavailable(url, "there is no such bucket");
      return objects.map(({ Key: key }) => key).sort();
    },
  };
}
