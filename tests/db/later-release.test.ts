import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import { engines, prepareDatabase } from "../support/database.ts";
import { newFolder } from "./new-folder.ts";

for (const engine of engines) {
  test(`a release starts again beside a later one, which has migrated the database further (${engine})`, async () => {
    const directory = await newFolder("later-");
    const { url, giveBack } = await prepareDatabase(engine, directory);
    const later = await openDatabase({ url, directory });
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('999-later', '2030-01-01')`.execute(later.db);
    onTestFinished(async () => {
      await sql`DELETE FROM kysely_migration WHERE name = '999-later'`.execute(later.db);
      await later.close();
      await giveBack();
    });

    const earlier = await openDatabase({ url, directory });
    onTestFinished(() => earlier.close());

    expect(await earlier.db.selectFrom("asset_build").selectAll().execute()).toEqual([]);
  });
}
