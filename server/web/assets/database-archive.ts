import type { Db } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import { type AssetArchive, expiredBuilds } from "./archive.ts";
import { pack, unpack } from "./packed.ts";

/** Keeps builds in the database, which all machines of a shop share. */
export function databaseArchive(db: Db): AssetArchive {
  const add: AssetArchive["add"] = (build, files, now) =>
    transact(db, async (tx) => {
      const paths = [...files.keys()];
      await tx
        .insertInto("asset_build")
        .values({ build, served_at: now })
        .onConflict((conflict) => conflict.column("build").doUpdateSet({ served_at: now }))
        .execute();
      const existing = await tx.selectFrom("asset").select("path").where("path", "in", paths).execute();
      const knownPaths = new Set(existing.map(({ path }) => path));
      const rows = [...files].filter(([path]) => !knownPaths.has(path)).map(([path, bodies]) => ({ path, packed: pack(bodies) }));
      // Another process may be adding the same build, so files that exist already are no error.
      if (rows.length > 0)
        await tx
          .insertInto("asset")
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      const links = paths.map((path) => ({ build, path }));
      await tx
        .insertInto("asset_build_file")
        .values(links)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });

  const find: AssetArchive["find"] = async (path) => {
    const row = await db.selectFrom("asset").select("packed").where("path", "=", path).executeTakeFirst();
    return row && unpack(Buffer.from(row.packed));
  };

  const prune: AssetArchive["prune"] = (now) =>
    transact(db, async (tx) => {
      const rows = await tx.selectFrom("asset_build").selectAll().execute();
      const expired = expiredBuilds(
        rows.map(({ build, served_at }) => ({ build, servedAt: served_at })),
        now,
      );
      const keptCount = rows.length - expired.length;
      if (expired.length === 0) return { builds: 0, files: 0, kept: keptCount };
      // If a build that is being added claims one of these files, its foreign key makes this
      // transaction roll back.
      await tx.deleteFrom("asset_build_file").where("build", "in", expired).execute();
      await tx.deleteFrom("asset_build").where("build", "in", expired).execute();
      const { numDeletedRows } = await tx
        .deleteFrom("asset")
        .where("path", "not in", (query) => query.selectFrom("asset_build_file").select("path"))
        .executeTakeFirst();
      return { builds: expired.length, files: Number(numDeletedRows), kept: keptCount };
    });

  return { add, find, prune };
}
