import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Manifest } from "../build/build.ts";
import type { Islands } from "./islands.ts";

/** The exports of a build's `islands.mjs`. */
export type ServerModule = {
  createIslands(manifest: Manifest, options: { production: boolean }): Islands;
  stores: Record<string, Record<string, unknown>>;
};

/** Reads a build from `out`; throws with instructions if nothing was built yet. */
export async function openIslands(out: string, { production = false } = {}): Promise<Islands & { manifest: Manifest }> {
  const path = join(out, "manifest.json");
  if (!existsSync(path)) throw new Error(`${path} is missing: build the islands first`);
  const manifest: Manifest = JSON.parse(await readFile(path, "utf8"));
  // Node caches a module for ever under its address, so each build needs another address.
  const address = `${pathToFileURL(resolve(out, "islands.mjs")).href}?build=${manifest.build}`;
  const { createIslands }: ServerModule = await import(address);
  return { ...createIslands(manifest, { production }), manifest };
}
