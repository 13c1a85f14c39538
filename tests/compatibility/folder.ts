import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const root = join(import.meta.dirname, "../..");

/** A new folder with these files. */
export function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "compatibility-"));
  const config = { extends: join(root, "tsconfig.json"), compilerOptions: { types: [] }, include: ["*"] };
  for (const [file, text] of Object.entries({ ...files, "tsconfig.json": JSON.stringify(config) }))
    writeFileSync(join(folder, file), text);
  return folder;
}

/** The result of `find` in a folder with only this file. */
export function inFolder<Found>(file: string, text: string, find: (folder: string, file: string) => Found): Found {
  const folder = folderWith({ [file]: text });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return find(folder, file);
}
