import { expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { nextNumber } from "../../server/orders/queries.ts";
import { skipOrderNumbers } from "../../server/orders/restored.ts";
import { engines, openShop } from "../support/shop.ts";
import { placed } from "./order-fixture.ts";

const day = 24 * 3_600_000;

test.each(engines)(
  "a restore on %s leaves out as many numbers as a month's orders, 1,000 at least, and none before the first order",
  async (engine) => {
    const { shop } = await openShop({ engine, pays: false });
    const { db, now } = shop;
    const skip = () => transact(db, skipOrderNumbers);
    const next = () => transact(db, nextNumber);
    await skip();
    expect(await next()).toBe(1001);

    for (const at of [now(), now() - 29 * day, now() - 31 * day]) await placed(db, { at });
    const last = await next();
    await skip();
    expect(await next()).toBe(last + 1001);
  },
);
