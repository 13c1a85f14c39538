import { expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { enqueue } from "../../server/jobs/enqueue.ts";
import { engines, openShop } from "../support/shop.ts";

test.each(engines)("of one kind and subject there is one job, the first one, on %s", async (engine) => {
  const { shop } = await openShop({ engine, pays: false });
  const later = shop.now() + 3_600_000;
  const add = (subject: string, amount: number) =>
    transact(shop.db, (tx) => enqueue(tx, { kind: "refund", subject, payload: { amount }, runAt: later }, shop.now()));

  await add("o-1", 1);
  await add("o-1", 2);
  await add("o-2", 3);

  const jobs = await shop.db.selectFrom("job").select(["subject", "payload"]).orderBy("subject").execute();
  expect(jobs.map(({ subject, payload }) => [subject, JSON.parse(payload)])).toEqual([
    ["o-1", { amount: 1 }],
    ["o-2", { amount: 3 }],
  ]);
});
