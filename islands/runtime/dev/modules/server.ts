import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findStores, type IslandSource } from "../../build/find-islands.ts";
import { contentHash } from "../../build/link.ts";
import { type InternalOptions, runtime } from "../../build/options.ts";
import { buildServerBundle, type IslandSchemas, readSchemas, type Schemas, serverEntry } from "../../build/server-bundle.ts";
import type { NamedModule } from "./names.ts";
import { type Packages, renderer } from "./packages.ts";

/** The text of `islands.mjs`, a file beside the modules that it imports. */
export function serverFile(
  site: InternalOptions,
  islands: readonly IslandSource[],
  namedModules: ReadonlyMap<string, NamedModule>,
  packages: Packages,
): { file: string; contents: string } {
  const addressOf = (path: string) =>
    path === runtime("render/islands.ts")
      ? `./packages/${packages.pathOf(renderer)}`
      : `./modules/${namedModules.get(path)?.file}.mjs`;
  const contents = serverEntry(islands, findStores(site.islandsDir), [], addressOf);
  return { file: `islands-${contentHash(contents)}.mjs`, contents };
}

/**
 * Loads the server's renderer. Loading fails if an import does not exist; esbuild then reports its
 * place. Reads the schemas unless `schemas` has them.
 */
export async function loadSchemas(
  site: InternalOptions,
  islands: readonly IslandSource[],
  file: string,
  schemas: Schemas | undefined,
): Promise<Schemas> {
  let loaded: { islands: IslandSchemas };
  try {
    loaded = await import(pathToFileURL(join(site.out, "server", file)).href);
  } catch (error) {
    await buildServerBundle(site, islands);
    throw error;
  }
  return schemas ?? readSchemas(islands, loaded.islands);
}
