import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSite } from "../../build/site.ts";

const project = join(import.meta.dirname, "../..");
export const fixtures = join(import.meta.dirname, "fixtures");

/** A folder of its own to build into; packages that the bundle leaves outside are found from there. */
export function openFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "islands-"));
  symlinkSync(join(project, "node_modules"), join(path, "node_modules"), "dir");
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The fixtures, built as the shop is built. */
export async function buildFixtures({ dev = false, root = fixtures } = {}) {
  const folder = openFolder();
  const out = join(folder.path, "dist");
  const result = await buildSite({ root, out, dev });
  if (!existsSync(join(out, "manifest.json"))) throw new Error("the build wrote no manifest");
  return { ...result, out, remove: folder.remove };
}
