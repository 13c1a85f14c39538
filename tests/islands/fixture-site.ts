import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteOptions } from "server-islands/build";
import { loadBuild } from "../../build.mjs";
import { target } from "../../islands/supported-browsers.ts";

const project = join(import.meta.dirname, "../..");
const fixtures = join(import.meta.dirname, "fixtures");

/**
 * What is built of a folder with islands: the loader is the shop's, static files are those of the
 * fixtures.
 */
export const siteOf = (folder: string, given: Partial<SiteOptions> = {}): SiteOptions => ({
  islandsDir: join(folder, "islands"),
  loader: join(project, "islands/entry.ts"),
  staticDir: join(fixtures, "static"),
  stylesheet: join(fixtures, "static/css/site.css"),
  out: join(folder, "dist"),
  target,
  dev: false,
  ...given,
});

/**
 * A folder of its own to build into; packages that the bundle leaves outside are found from there.
 */
export function openFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "islands-"));
  symlinkSync(join(project, "node_modules"), join(path, "node_modules"), "dir");
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Builds the fixtures into a folder of the caller's own. */
export async function buildFixturesInto(out: string, dev = false) {
  const { buildSite } = await loadBuild();
  return await buildSite(siteOf(fixtures, { out, dev }));
}

/** The fixtures, built as the shop is built. */
export async function buildFixtures({ dev = false } = {}) {
  const folder = openFolder();
  const out = join(folder.path, "dist");
  const result = await buildFixturesInto(out, dev);
  if (!existsSync(join(out, "manifest.json"))) throw new Error("the build wrote no manifest");
  return { ...result, out, remove: folder.remove };
}
