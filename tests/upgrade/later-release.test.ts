import { type Kysely, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { appliedMigrations, knownMigrations } from "../../server/db/migrate.ts";
import { openDatabase } from "../../server/db/open.ts";
import { recordingRequirement } from "../../server/db/schema-requirements.ts";
import { engines } from "../support/database.ts";
import { runShop } from "../support/running-shop.ts";
import { openAsItIs, type Place, placeAt } from "./database-at.ts";

/** A later release that has applied a migration which this release does not know. */
async function laterRelease(place: Place, needs: string | undefined): Promise<void> {
  const { db } = await openAsItIs(place);
  const migration = {
    up: async (tx: Kysely<unknown>) => void (await sql`ALTER TABLE asset_build DROP COLUMN served_at`.execute(tx)),
    ...(needs !== undefined && { needs }),
  };
  await recordingRequirement("999-later", migration).up(db as unknown as Kysely<unknown>);
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('999-later', '2030-01-01')`.execute(db);
}

describe.each(engines)("this release beside a later one, on %s", (engine) => {
  const last = knownMigrations(engine).at(-1) ?? "";

  test("starts where a later migration only added, or took away what this one does without", async () => {
    for (const needs of [undefined, last]) {
      const place = await placeAt(engine, last);
      await laterRelease(place, needs);
      const { db, close } = await openDatabase(place);
      expect(await appliedMigrations(db)).toContain("999-later");
      await close();
    }
  });

  test("refuses in words where a later migration took away what this one uses", async () => {
    const place = await placeAt(engine, last);
    await laterRelease(place, "998-before");
    const env = { SEED: "none", ...(place.url && { DATABASE_URL: place.url }) };
    await expect(runShop(env, place.directory)).rejects.toThrow(
      /The shop cannot start:\nthe database was changed by a later release \(999-later\), and needs a release that has 998-before: start that one or a later one, or restore a backup from before\n$/,
    );
  });
});
