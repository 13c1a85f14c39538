import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { InternalOptions } from "./options.ts";
import { shownPath } from "./problems.ts";

const pathNames = ["islandsDir", "out", "loader", "prepare", "staticDir", "stylesheet"] as const;
const embeddedNames = ["loader", "prepare", "stylesheet"] as const;

/** Resolves the options with these names, as far as they are set. */
function resolveNamed<Name extends string>(
  options: { readonly [Key in Name]?: string | undefined },
  names: readonly Name[],
  folder: string,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const path = options[name];
      return path === undefined ? [] : [[name, resolve(folder, path)]];
    }),
  );
}

/** A site whose relative paths begin at a folder, with absolute paths. */
export function resolvePaths(site: InternalOptions, folder: string): InternalOptions {
  const { stylesheets, embedded } = site;
  return {
    ...site,
    ...resolveNamed(site, pathNames, folder),
    ...(stylesheets && { stylesheets: resolveNamed(stylesheets, Object.keys(stylesheets), folder) }),
    ...(embedded && { embedded: { ...embedded, ...resolveNamed(embedded, embeddedNames, folder) } }),
  };
}

/** Throws for an option that names a file or a folder that does not exist. */
export function refuseMissingPaths({ staticDir, stylesheet, stylesheets, loader, prepare, embedded }: InternalOptions): void {
  if (staticDir !== undefined && !statSync(staticDir, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no folder ${shownPath(staticDir)}`);
  const ofEmbedded = [embedded?.stylesheet, embedded?.loader, embedded?.prepare];
  for (const path of [stylesheet, ...Object.values(stylesheets ?? {}), loader, prepare, ...ofEmbedded])
    if (path !== undefined && !statSync(path, { throwIfNoEntry: false })?.isFile())
      throw new Error(`There is no file ${shownPath(path)}`);
}
