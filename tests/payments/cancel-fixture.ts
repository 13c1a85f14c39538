import { type KyselyPlugin, sql } from "kysely";
import { expect } from "vitest";
import { returnPromoUse } from "../../server/checkout/promos.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { moneyStateOf } from "../../server/orders/ledger.ts";
import { findBreaches, findGatewayBreaches } from "../../server/payments/invariants.ts";
import { paymentJobs } from "../../server/payments/jobs.ts";
import { orderOf } from "../orders/cancelation-fixture.ts";
import { type Engine, openShop, type TestShop } from "../support/shop.ts";
import { atGateway, cards, expectInOrder, shopperAt } from "./shopper.ts";

/**
 * Keeps the job queue from starting jobs by itself, so that the test decides when each job runs.
 */
export async function holdJobs({ shop }: TestShop): Promise<void> {
  const later = sql.raw("4102444800000");
  if (shop.engine === "sqlite") {
    await sql`CREATE TRIGGER held AFTER INSERT ON job BEGIN UPDATE job SET run_at = ${later} WHERE id = NEW.id; END`.execute(
      shop.db,
    );
    return;
  }
  await sql`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.run_at := ${later}; RETURN NEW; END $$`.execute(
    shop.db,
  );
  await sql`CREATE TRIGGER held BEFORE INSERT ON job FOR EACH ROW EXECUTE FUNCTION hold()`.execute(shop.db);
}

/** Ends `holdJobs`, and runs all waiting jobs at once. */
export async function releaseJobs({ shop, runJobs }: TestShop): Promise<void> {
  await sql.raw(shop.engine === "sqlite" ? "DROP TRIGGER held" : "DROP TRIGGER held ON job").execute(shop.db);
  await shop.db.updateTable("job").set({ run_at: 0 }).where("state", "=", "waiting").execute();
  await runJobs();
}

/** Resolves when at least `count` connections to PostgreSQL wait for a row lock. */
export async function waiting({ db }: Pick<TestShop["shop"], "db">, count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`SELECT DISTINCT pid FROM pg_locks WHERE NOT granted
      AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`.execute(db);
    if (rows.length >= count) return;
  }
}

type Move = "capture" | "void" | "refund";
export type Order = { id: string; total: number };

/** A shop whose orders have three units each. */
export async function openCancelFixture(engine: Engine) {
  const places = new Map<string, () => Promise<unknown>>();
  const shop = await openShop({
    engine,
    stock: { "v-2": 100 },
    failpoint: async (name) => {
      const work = places.get(name);
      places.delete(name);
      await work?.();
    },
  });
  await holdJobs(shop);
  const { db, now } = shop.shop;
  const workers = paymentJobs(shop.shop);

  /** Runs each waiting job once, but not the jobs that these add. */
  const runDue = async () => {
    await db.updateTable("job").set({ run_at: 0 }).where("state", "=", "waiting").execute();
    await shop.runJobs();
  };
  const clean = async () => {
    expect(await findBreaches(db)).toEqual([]);
    expect(await findGatewayBreaches(db, shop.shop.gateway)).toEqual([]);
  };
  return {
    shop,
    runDue,
    clean,
    /** calls `work` the next time that the code reaches this place */
    at: (name: string, work: () => Promise<unknown>) => void places.set(name, work),
    place: async (card: string = cards.good, promo?: string): Promise<Order> => {
      const shopper = await shopperAt(shop, { lines: [{ variantId: "v-2", quantity: 3 }], ...(promo && { promo }) });
      expect((await shopper.pay(card)).status).toBe(200);
      return { id: (await orderOf(shop)).id, total: shopper.total };
    },
    cancel: (order: Order) => cancelForShop(db, order.id, now(), returnPromoUse),
    fulfil: (order: Order) => fulfilOrder(db, { orderId: order.id, now: now() }),
    /** Runs one of an order's jobs as if another process had taken it. */
    elsewhere: async (kind: Move, { id }: Order, { subject = id, ...payload }: { subject?: string; amount?: number } = {}) =>
      await workers[kind]?.({ orderId: id, ...payload }, { id: "", kind, subject, tries: 1, request_id: null }),
    /**
     * Runs a job like `elsewhere`. `between` runs once, after the order's payment was read and
     * before anything was written.
     */
    afterRead: async (kind: Move, { id }: Order, between: () => Promise<unknown>) => {
      let work: (() => Promise<unknown>) | undefined = between;
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          const now = work;
          work = undefined;
          await now?.();
          return result;
        },
      };
      const slowly = paymentJobs({ ...shop.shop, db: db.withPlugin(plugin) });
      await slowly[kind]?.({ orderId: id }, { id: "", kind, subject: id, tries: 1, request_id: null });
    },
    /**
     * Runs all jobs of an order. Expects that all are done and that no rule is broken. Returns the
     * final states of the order in the shop's database and the amounts that the gateway moved.
     */
    end: async ({ id }: Order) => {
      // Refused jobs are tried again, and a job may add another one.
      for (let round = 0; round < 4; round++) await runDue();
      await expectInOrder(shop);
      expect(await db.selectFrom("job").select("kind").where("state", "<>", "done").execute()).toEqual([]);
      const { state, key } = await db
        .selectFrom("attempt")
        .select(["state", "key"])
        .where("order_id", "=", id)
        .executeTakeFirstOrThrow();
      const moved = async (kind: Move) => {
        const own = (await atGateway(shop, kind)).filter(
          (found) => found.status === "approved" && found.key.startsWith(`${key}:`),
        );
        return own.map(({ amountCents }) => amountCents);
      };
      const gateway = { captured: await moved("capture"), voided: await moved("void"), refunded: await moved("refund") };
      return { order: (await orderOf(shop, id)).state, attempt: state, money: await moneyStateOf(db, id), ...gateway };
    },
  };
}

export type CancelFixture = Awaited<ReturnType<typeof openCancelFixture>>;

export type Ending = {
  order: string;
  attempt: string;
  money: string;
  captured: number[];
  voided: number[];
  refunded: number[];
};

/** The ending of a canceled order without a capture. */
export const letGo = ({ total }: Order): Ending => ({
  order: "canceled",
  attempt: "voided",
  money: "voided",
  captured: [],
  voided: [total],
  refunded: [],
});
/** The ending of a canceled order whose captured money went back, whole or in these parts. */
export const gaveBack = ({ total }: Order, ...parts: number[]): Ending => ({
  order: "canceled",
  attempt: "refunded",
  money: "refunded",
  captured: [total],
  voided: [],
  refunded: parts.length > 0 ? parts : [total],
});
