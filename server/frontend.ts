import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { links } from "./links.ts";
import { type Assets, loadAssets } from "./web/assets/static.ts";
import { type Islands, openIslands } from "./web/islands.ts";
import { compileTemplates, type Templates } from "./web/views.ts";

const root = join(import.meta.dirname, "..");

/**
 * The islands, templates and assets, already read and compiled. They depend on no visitor and no
 * database, so several shops in one process can share them.
 */
export type Frontend = {
  islands: Islands;
  templates: Templates;
  assets: Assets;
  /** set only in development, where the frontend may change while the shop runs */
  development?: Development;
};

export type Development = {
  /**
   * A number that increases with each change of the frontend; stored pages of an earlier number are
   * invalid.
   */
  revision(): number;
  /** Answers a request for one of the development scripts; false for all other requests. */
  answer(req: IncomingMessage, res: ServerResponse): boolean;
};

type LoadOptions = {
  /** omits checks that only authors of islands need */
  production: boolean;
  /** the folder of the build */
  built?: string;
};

/** Reads and compiles the frontend. */
export async function loadFrontend({ production, built = join(root, "dist") }: LoadOptions): Promise<Frontend> {
  const islands = await openIslands(built, { production });
  const templates = await compileTemplates(join(root, "views"), islands, links);
  return { islands, templates, assets: loadAssets(join(built, "static")) };
}
