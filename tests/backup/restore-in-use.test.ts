import { sql } from "kysely";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import { engines } from "../support/database.ts";
import { inDatabase } from "../support/postgres.ts";
import { emptyPlace } from "../upgrade/database-at.ts";
import { storeCommand } from "../upgrade/store-command.ts";
import { newPath } from "./backed-up-tables.ts";

test.each(engines)("on %s, a database that a shop uses is not replaced, and is as soon as it has stopped", async (engine) => {
  const place = await emptyPlace(engine);
  const running = await openDatabase(place);
  const names = () => sql<{ name: string }>`SELECT name FROM counter ORDER BY name`.execute(running.db);
  const path = await newPath();
  expect(await storeCommand(place, "backup", path)).toMatchObject({ status: 0, err: "" });
  await sql`INSERT INTO counter (name, value) VALUES ('since then', 1)`.execute(running.db);
  const { rows } = await names();

  expect(await storeCommand(place, "restore", path, "--replace")).toEqual({
    status: 1,
    out: "",
    err: expect.stringMatching(
      engine === "sqlite"
        ? /^Stopped: Another process uses this database: stop the shop and its other commands first; nothing was changed\.\n$/
        : /^Stopped: PostgreSQL’s process \d+.* uses? this database: stop the shop .* nothing was changed\.\n$/,
    ),
  });
  expect((await names()).rows).toEqual(rows);

  await running.close();
  expect(await storeCommand(place, "restore", path, "--replace")).toMatchObject({ status: 0 });
  const { db, close } = await openDatabase(place);
  onTestFinished(close);
  expect(await db.selectFrom("counter").select("name").where("name", "=", "since then").execute()).toEqual([]);
});

test("on PostgreSQL, whoever looks on as another user is in nobody’s way", async () => {
  const place = await emptyPlace("postgres");
  await (await openDatabase(place)).close();
  const path = await newPath();
  expect(await storeCommand(place, "backup", path)).toMatchObject({ status: 0 });
  const url = new URL(place.url ?? "");
  const asOwner = (text: string) => inDatabase(place.url ?? "", (client) => client.query(text));
  await asOwner("CREATE ROLE onlooker LOGIN PASSWORD 'onlooker'");
  onTestFinished(async () => void (await asOwner("DROP OWNED BY onlooker; DROP ROLE onlooker")));
  await asOwner(`GRANT CONNECT ON DATABASE ${url.pathname.slice(1)} TO onlooker`);
  const onlooker = new Client({ connectionString: String(Object.assign(url, { username: "onlooker", password: "onlooker" })) });
  await onlooker.connect();
  onTestFinished(() => onlooker.end());
  expect(await storeCommand(place, "restore", path, "--replace")).toMatchObject({ status: 0 });
});
