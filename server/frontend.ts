import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { links } from "./links.ts";
import { type Assets, loadAssets } from "./web/assets/static.ts";
import { type Islands, openIslands } from "./web/islands.ts";
import { compileTemplates, type Templates } from "./web/views.ts";

const root = join(import.meta.dirname, "..");

/**
 * The build and the views, read and compiled. It depends on no visitor and no database, so that
 * shops of one process may share it.
 */
export type Frontend = {
  islands: Islands;
  templates: Templates;
  assets: Assets;
  /** Set only in development, where the frontend may change while the shop runs. */
  development?: Development;
};

export type Development = {
  /** A number that changes with each change: then no stored page is valid. */
  revision(): number;
  /** Answers requests for the development's own scripts; false for all others. */
  answer(req: IncomingMessage, res: ServerResponse): boolean;
};

type LoadOptions = {
  /** Leaves out checks that are for authors of islands. */
  production: boolean;
  /** The build's folder. */
  built?: string;
};

/** Reads and compiles the frontend. */
export async function loadFrontend({ production, built = join(root, "dist") }: LoadOptions): Promise<Frontend> {
  const islands = await openIslands(built, { production });
  const templates = await compileTemplates(join(root, "views"), islands, links);
  return { islands, templates, assets: loadAssets(join(built, "static")) };
}
