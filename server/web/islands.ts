import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Manifest, ServerModule } from "server-islands/server";

export type { IslandOptions, PageIslands } from "server-islands/server";

export type Islands = Awaited<ReturnType<typeof openIslands>>;

/** Throws, and says what to do, where nothing was built yet. */
async function readManifest(distDir: string): Promise<Manifest> {
  const path = join(distDir, "manifest.json");
  if (!existsSync(path)) throw new Error(`${path} is missing: run npm run build first`);
  return JSON.parse(await readFile(path, "utf8"));
}

/**
 * Opens what the build wrote. Its `islands.mjs` has the components and all that renders them: at run
 * time the shop takes nothing else from the package.
 */
export async function openIslands(distDir: string, { production }: { production: boolean }) {
  const manifest = await readManifest(distDir);
  const address = `${pathToFileURL(resolve(distDir, "islands.mjs")).href}?build=${manifest.build}`;
  const { createIslands, stores }: ServerModule = await import(address);

  /** The address of a picture of `static/` by its content. */
  function assetHref(path: string): string {
    const href = manifest.pictures[path];
    if (!href) throw new Error(`There is no picture ${path} in static/`);
    return href;
  }

  return {
    ...createIslands(manifest, { production }),
    build: manifest.build,
    css: manifest.css,
    stylesheets: manifest.stylesheets,
    assetHref,
    stores,
  };
}
