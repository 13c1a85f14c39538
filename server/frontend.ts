import type { IncomingMessage, ServerResponse } from "node:http";
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
export type Frontend = {
  islands: Islands;
  templates: Templates;
  assets: Assets;
  /** Only in development, where it may change while the shop runs. */
  development?: Development;
};

export type Development = {
  /** Differs after each change: then no stored page is of any use. */
  revision(): number;
  /** Answers requests of the development's own scripts; false for all others. */
  answer(req: IncomingMessage, res: ServerResponse): boolean;
};

type LoadOptions = {
  /** Leaves out checks that are for those who write islands. */
  production: boolean;
  /** The build's folder. */
  built?: string;
};

/** Reads all of it. */
export async function loadFrontend({ production, built = join(root, "dist") }: LoadOptions): Promise<Frontend> {
  const islands = await openIslands(built, { production });
  const templates = await compileTemplates(join(root, "views"), islands, links);
  return { islands, templates, assets: loadAssets(join(built, "static")) };
}
