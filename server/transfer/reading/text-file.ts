import { readFile, stat } from "node:fs/promises";
import { type Outcome, refuse } from "../../outcome.ts";
import { reasonOf } from "./open-file.ts";

/** The most bytes of a file. The file is read as a whole, and files written by hand are smaller. */
const largest = 1_000_000;

/** The text of a file that the owner named; refuses problems in words. */
export async function readTextFile(path: string): Promise<Outcome<string>> {
  try {
    const file = await stat(path);
    if (file.isDirectory()) return refuse("invalid", `${path} is a folder, not a file`);
    if (!file.isFile()) return refuse("invalid", `${path}is not a regular file`);
    if (file.size > largest) return refuse("too_large", `${path} is larger than ${largest / 1_000_000} MB`);
    return textOf(path, await readFile(path));
  } catch (error) {
    return refuse("failed", reasonOf(path, error));
  }
}

function textOf(path: string, bytes: Buffer): Outcome<string> {
  if (bytes.length === 0) return refuse("invalid", `${path} is empty`);
  const noText = refuse("invalid", `${path} is not UTF-8 text`);
  if (bytes.includes(0)) return noText;
  try {
    return { ok: true, value: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return noText;
  }
}
