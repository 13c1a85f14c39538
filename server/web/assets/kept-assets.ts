import { join } from "node:path";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { engineOf } from "../../db/engine.ts";
import type { Db } from "../../db/tables.ts";
import { type AssetArchive, filesToKeep } from "./archive.ts";
import { type Asset, assetOf, isNamedByContent } from "./asset.ts";
import { databaseArchive } from "./database-archive.ts";
import { folderArchive } from "./folder-archive.ts";
import type { Assets, FindAsset } from "./static.ts";

/** The most bytes of other builds' files in memory, enough for about twenty builds. */
const heldBytes = 16_000_000;

const sizeOf = ({ bodies: { identity, br, gzip } }: Asset): number =>
  1 + identity.length + (br?.length ?? 0) + (gzip?.length ?? 0);

/**
 * Opens the archive of earlier builds: on PostgreSQL in the database, which machines may share,
 * otherwise in `DATA_DIR/assets`.
 */
export const openArchive = (db: Db, dataDir: string): AssetArchive =>
  engineOf(db) === "postgres" ? databaseArchive(db) : folderArchive(join(dataDir, "assets"));

export type KeptAssets = {
  /** Finds a file of this build, else of another build whose pages may still be open. */
  find: FindAsset;
  /**
   * Keeps this build for later and removes expired builds. A failure is logged; this build is
   * served anyway.
   */
  keep(): Promise<void>;
  /** Notes that this build is still served, if this process has kept it. */
  refresh(): Promise<void>;
};

type Parts = { archive: AssetArchive; assets: Assets; now: () => number; log: Logger };

/**
 * Serves this build from memory and other builds from the archive: pages of both may be open, and
 * both may run behind one proxy.
 */
export function openKeptAssets({ archive, assets, now, log }: Parts): KeptAssets {
  let isKept = false;
  const recent = new LRUCache<string, Asset>({
    maxSize: heldBytes,
    sizeCalculation: sizeOf,
    fetchMethod: async (path) => {
      const bodies = await archive.find(path);
      return bodies && assetOf(path, bodies);
    },
  });
  const keep = async () => {
    isKept = true;
    const { build, files } = filesToKeep(assets);
    try {
      await archive.add(build, files, now());
      const { builds, files: removed } = await archive.prune(now());
      if (builds > 0) log.info({ builds, files: removed }, "files of expired builds were removed");
    } catch (error) {
      log.error({ err: error }, "this build's files could not be kept: pages that are open may lack them after the next deploy");
    }
  };
  return {
    find: (path) => assets.get(path) ?? (isNamedByContent(path) ? recent.fetch(path) : undefined),
    keep,
    refresh: async () => {
      if (isKept) await keep();
    },
  };
}
