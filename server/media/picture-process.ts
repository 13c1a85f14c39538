import { spawn } from "node:child_process";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import pLimit from "p-limit";
import { type Outcome, ok, refuse } from "../outcome.ts";

const program = join(import.meta.dirname, "picture-program.ts");
const root = join(import.meta.dirname, "../..");
/** The program's own code; not the data folder, which may be beside it. */
const readable = ["server", "node_modules", "package.json"].map((name) => `--allow-fs-read=${join(root, name)}`);

/** Decoding a large picture takes hundreds of megabytes, so only one is decoded at a time. */
const oneAtATime = pLimit(1);
const maxWaiting = 20;

const noPicture = refuse("unsupported_type", "Please upload a valid image file.");
const tooSlow = refuse("too_large", "This image takes too long to read. Please upload a smaller one.");
const busy = { ...refuse("unavailable", "Too many images are being read. Please try again in a minute."), retryAfter: 60 };

/**
 * Decodes a stranger's picture in a process of its own, which has no environment, reads and writes no
 * data and starts no program, and returns it as `squareOf` does. It is killed after `timeoutMs`: what a
 * decoder does with a hostile file ends there.
 */
export async function squareInProcess(bytes: Buffer, { timeoutMs = 10_000 } = {}): Promise<Outcome<Buffer>> {
  if (oneAtATime.pendingCount >= maxWaiting) return busy;
  return await oneAtATime(() => decode(bytes, timeoutMs));
}

async function decode(bytes: Buffer, timeoutMs: number): Promise<Outcome<Buffer>> {
  const sandbox = ["--permission", "--allow-addons", ...readable];
  const child = spawn(process.execPath, [...sandbox, program], {
    env: {},
    stdio: ["pipe", "pipe", "ignore"],
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.once("error", reject).once("close", (_code, signal) => resolve(signal));
  });
  // It may end before it has read everything.
  child.stdin.on("error", () => {}).end(bytes);
  const [signal, square] = await Promise.all([ended, buffer(child.stdout)]);
  if (signal === "SIGKILL") return tooSlow;
  return square.length > 0 ? ok(square) : noPicture;
}
