import { access, constants, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Manifest, ServerModule } from "server-islands/server";
import { throwNotBuilt } from "./not-built.ts";

export type { IslandOptions, PageIslands } from "server-islands/server";

export type Islands = Awaited<ReturnType<typeof openIslands>>;

async function readManifest(distDir: string): Promise<Manifest> {
  const path = join(distDir, "manifest.json");
  return JSON.parse(await readFile(path, "utf8").catch(throwNotBuilt(path)));
}

/**
 * Opens the built islands. `islands.mjs` contains the components and their renderer, so that the
 * shop needs nothing else of the package at run time.
 */
export async function openIslands(distDir: string, { production }: { production: boolean }) {
  const manifest = await readManifest(distDir);
  const path = resolve(distDir, "islands.mjs");
  await access(path, constants.R_OK).catch(throwNotBuilt(path));
  const { createIslands, stores }: ServerModule = await import(`${pathToFileURL(path).href}?build=${manifest.build}`);

  /** The content-hashed address of a picture of `static/`. */
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
