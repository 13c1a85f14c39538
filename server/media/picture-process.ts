import { spawn } from "node:child_process";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import pLimit from "p-limit";
import { z } from "zod";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { type StoredPicture, storedPicture, variantNames } from "./store-picture.ts";
import { mostHeight, squareWidth, storedName, wideWidth } from "./stored-name.ts";

const program = join(import.meta.dirname, "picture-program.ts");
const root = join(import.meta.dirname, "../..");
/**
 * The paths that the program may read: its own code, but not the data folder, which may be next to
 * it.
 */
const readable = ["server", "node_modules", "package.json"].map((name) => `--allow-fs-read=${join(root, name)}`);

/** Decodes only one picture at a time, since a large one takes hundreds of megabytes. */
const oneAtATime = pLimit(1);
const maxWaiting = 20;

const noPicture = refuse("unsupported_type", "Please upload a valid image file.");
const tooSlow = refuse("too_large", "This image takes too long to read. Please upload a smaller one.");
const busy = { ...refuse("unavailable", "Too many images are being read. Please try again in a minute."), retryAfter: 60 };

/** `mostWidth`: the most px in width of the files. */
type Limits = { timeoutMs?: number; mostWidth?: number };

/**
 * Decodes a stranger's picture in a separate process, and returns it as `squareOf` does. The
 * process has no environment, reads and writes no data, and starts no program. It is killed after
 * `timeoutMs`, so a hostile file cannot harm the decoder for longer.
 */
export async function squareInProcess(bytes: Buffer, { timeoutMs = 10_000 }: Limits = {}): Promise<Outcome<Buffer>> {
  if (oneAtATime.pendingCount >= maxWaiting) return busy;
  const { written, isKilled } = await oneAtATime(() => decode(bytes, ["square"], timeoutMs));
  if (isKilled) return tooSlow;
  return written.length > 0 ? ok(written) : noPicture;
}

/** A picture's files by their names, in the order of `variantNames`. */
export type Variants = StoredPicture & { files: readonly { name: string; bytes: Buffer }[] };

const unreadable = refuse("invalid", "it cannot be read");
const slow = refuse("too_large", "it takes too long to read: save it smaller");

/**
 * Decodes a product's picture as `storePicture` does, in a separate process. The words of a refusal
 * are to be shown after the picture's name.
 */
export async function variantsInProcess(
  bytes: Buffer,
  { timeoutMs = 60_000, mostWidth = squareWidth }: Limits = {},
): Promise<Outcome<Variants>> {
  const { written, isKilled } = await oneAtATime(() => decode(bytes, ["variants", String(mostWidth)], timeoutMs));
  return isKilled ? slow : variantsIn(written, bytes);
}

/**
 * The program's output about a picture. It is not trusted, since the program has read a stranger's
 * file.
 */
const head = z.union([
  z.object({
    ok: z.literal(true),
    width: z.int().min(1).max(wideWidth),
    height: z.int().min(1).max(mostHeight),
    lengths: z.array(z.int().min(1)).max(20),
  }),
  z.object({ ok: z.literal(false), code: z.enum(["invalid", "too_large", "unsupported_type"]), error: z.string().max(300) }),
]);

function variantsIn(written: Buffer, picture: Buffer): Outcome<Variants> {
  const end = written.indexOf("\n");
  const parsedHead = end < 0 ? undefined : head.safeParse(parsed(written.toString("utf8", 0, end)));
  if (!parsedHead?.success) return unreadable;
  if (!parsedHead.data.ok) return refuse(parsedHead.data.code, parsedHead.data.error);
  const { width, height, lengths } = parsedHead.data;
  const names = variantNames(picture, width);
  let at = end + 1;
  const files = lengths.map((length, index) => {
    at += length;
    const name = names[index];
    return { name: name ? storedName(name) : "", bytes: written.subarray(at - length, at) };
  });
  if (files.length !== names.length || at !== written.length) return unreadable;
  return ok({ ...storedPicture(names, width, height), files });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function decode(bytes: Buffer, task: readonly string[], timeoutMs: number) {
  const sandbox = ["--permission", "--allow-addons", ...readable];
  const child = spawn(process.execPath, [...sandbox, program, ...task], {
    env: {},
    stdio: ["pipe", "pipe", "ignore"],
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  const exit = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.once("error", reject).once("close", (_code, signal) => resolve(signal));
  });
  // The process may end before it has read everything.
  child.stdin.on("error", () => {}).end(bytes);
  const [signal, written] = await Promise.all([exit, buffer(child.stdout)]);
  return { written, isKilled: signal === "SIGKILL" };
}
