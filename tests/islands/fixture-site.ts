import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InternalOptions } from "server-islands/internal";
import { loadBuild } from "../../build.mjs";
import { target } from "../../islands/supported-browsers.ts";

const project = join(import.meta.dirname, "../..");
const fixtures = join(import.meta.dirname, "fixtures");

/**
 * The options for building a folder with islands, with the shop's loader and the fixtures' static
 * files.
 */
export const siteOf = (folder: string, given: Partial<InternalOptions> = {}): InternalOptions => ({
  islandsDir: join(folder, "islands"),
  loader: join(project, "islands/entry.ts"),
  staticDir: join(fixtures, "static"),
  stylesheet: join(fixtures, "static/css/site.css"),
  out: join(folder, "dist"),
  target,
  dev: false,
  ...given,
});

/** A new folder to build into. Packages outside the bundle can be resolved from there. */
export function openFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "islands-"));
  symlinkSync(join(project, "node_modules"), join(path, "node_modules"), "dir");
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Builds the fixtures into the caller's folder. */
export async function buildFixturesInto(out: string, dev = false) {
  const { buildSite } = await loadBuild();
  return await buildSite(siteOf(fixtures, { out, dev }));
}

/** Builds the fixtures like the shop. */
export async function buildFixtures({ dev = false } = {}) {
  const folder = openFolder();
  const out = join(folder.path, "dist");
  const result = await buildFixturesInto(out, dev);
  if (!existsSync(join(out, "manifest.json"))) throw new Error("the build wrote no manifest");
  return { ...result, out, remove: folder.remove };
}
