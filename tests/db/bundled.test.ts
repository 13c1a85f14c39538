import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { bundled } from "../../server/db/bundled.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines, openEmpty } from "../catalog/open-catalog.ts";

const find = bundled((reader, [least = "", most = ""]) => ({
  later: reader
    .selectFrom("counter")
    .select(["name", "value"])
    .where("value", ">=", sql<number>`${least}`)
    .orderBy("value", "desc")
    .orderBy("name"),
  earlier: reader.selectFrom("counter").select("name as earlierName").where("value", "<", sql<number>`${most}`),
  titles: reader.selectFrom("category").select(["slug", "name"]),
}));

describe.each(engines)("several queries in one statement on %s", (engine) => {
  test("bring each its own rows, in their order, with numbers and texts as they are", async () => {
    const db = await openEmpty(engine);
    const values = [
      { name: "a “b”\\\n{}", value: 2 ** 53 - 1 },
      { name: "low", value: -5 },
      { name: "middle", value: 2 ** 40 },
    ];
    await transact(db, (tx) => tx.deleteFrom("counter").execute());
    await transact(db, (tx) => tx.insertInto("counter").values(values).execute());

    const expected = { later: [values[0], values[2]], earlier: [{ earlierName: "low" }], titles: [] };
    expect(await find(db, [0, 10])).toEqual(expected);
    expect(await transact(db, (tx) => find(tx, [0, 10]))).toEqual(expected);
  });

  test("are refused through the database inside a transaction, which they would not see", async () => {
    const db = await openEmpty(engine);
    await expect(transact(db, () => find(db, [0, 10]))).rejects.toThrow("inside a database transaction");
  });
});
