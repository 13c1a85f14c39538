import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/**
 * The file that marks a folder as the output of a build. It lists the build's files and, newest
 * first, the files of earlier builds that open pages may still request.
 */
export const markName = "islands-build.json";

const times = { builtAt: z.number().default(0), files: z.array(z.string()) };
const mark = z.object({ madeBy: z.literal("server-islands"), ...times, kept: z.array(z.object(times)).default([]) });

type Mark = Omit<z.infer<typeof mark>, "madeBy" | "kept"> & { kept: readonly { builtAt: number; files: readonly string[] }[] };

/** The mark of a folder; undefined if no build made the folder. */
export function readMark(folder: string): Mark | undefined {
  const path = join(folder, markName);
  if (!existsSync(path)) return undefined;
  try {
    return mark.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}

export function writeMark(folder: string, { files, builtAt, kept }: Mark): void {
  const written = { madeBy: "server-islands", builtAt, files: files.toSorted(), kept };
  writeFileSync(join(folder, markName), `${JSON.stringify(written)}\n`);
}
