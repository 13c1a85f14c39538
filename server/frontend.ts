import { join } from "node:path";
import { links } from "./links.ts";
import { type Assets, loadAssets } from "./web/assets/static.ts";
import { type Islands, openIslands } from "./web/islands.ts";
import { compileTemplates, type Templates } from "./web/views.ts";

const root = join(import.meta.dirname, "..");

/**
 * What the build and the views' folder hold, read and compiled. It knows no visitor and no
 * database, so shops of one process may share it.
 */
export type Frontend = { islands: Islands; templates: Templates; assets: Assets };

/** Reads all of it. `production` leaves out checks that are for those who write islands. */
export async function loadFrontend({ production }: { production: boolean }): Promise<Frontend> {
  const built = join(root, "dist");
  const islands = await openIslands(built, { production });
  const templates = await compileTemplates(join(root, "views"), islands, links);
  return { islands, templates, assets: loadAssets(join(built, "static")) };
}
