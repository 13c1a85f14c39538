import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, test } from "vitest";
import { returnPromoUse } from "../../server/checkout/promos.ts";
import type { Tx } from "../../server/db/tables.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { requestCancelation } from "../../server/orders/cancelation.ts";
import { eventsOf, orderOf } from "../orders/cancelation-fixture.ts";
import { engines } from "../support/shop.ts";
import { type CancelFixture, type Ending, gaveBack, letGo, type Order, openCancelFixture } from "./cancel-fixture.ts";
import { cards } from "./shopper.ts";

type CrashCase = [
  name: string,
  play: (fixture: CancelFixture, order: Order) => Promise<unknown>,
  ending: (order: Order) => Ending,
  card?: string,
];

const ignoreFailure = (work: Promise<unknown> | undefined) => work?.catch(() => {});

const captures: readonly CrashCase[] = [
  [
    "canceled before the capture began: nothing is taken",
    async ({ cancel, elsewhere }, order) => {
      await cancel(order);
      await elsewhere("capture", order);
    },
    letGo,
  ],
  ...["cap.before", "cap.after"].map(
    (place): CrashCase => [
      `canceled at ${place}: what is taken goes back`,
      async ({ at, cancel, elsewhere }, order) => {
        at(place, () => cancel(order));
        await elsewhere("capture", order);
      },
      gaveBack,
    ],
  ),
  [
    "canceled and let go before the gateway is asked to capture: it takes nothing",
    async ({ at, cancel, elsewhere }, order) => {
      at("cap.before", async () => {
        await cancel(order);
        await elsewhere("void", order);
      });
      await expect(elsewhere("capture", order)).rejects.toThrow("already_voided");
    },
    letGo,
  ],
  [
    "canceled and let go between the capture and its record: the gateway refuses, and the money goes back",
    async ({ at, cancel, elsewhere }, order) => {
      at("cap.after", async () => {
        await cancel(order);
        await elsewhere("void", order);
      });
      await elsewhere("capture", order);
    },
    gaveBack,
  ],
  [
    "captured when the payment was just read to be let go: it is refunded at once, not after a pause",
    async ({ at, afterRead, cancel, elsewhere }, order) => {
      const under: { capture?: Promise<unknown>; void?: Promise<unknown> } = {};
      at("cap.after", async () => {
        await cancel(order);
        await new Promise<void>((reached) => {
          under.void = afterRead("void", order, async () => {
            reached();
            await under.capture;
          });
        });
      });
      under.capture = elsewhere("capture", order);
      await under.capture;
      await under.void;
    },
    gaveBack,
  ],
  // The answer of a dropped capture never comes, so its job fails and records nothing.
  ...[cards.good, cards.captureDropped].map(
    (card): CrashCase => [
      `captured between the wish to let go and the call, card ${card}: the money goes back`,
      async ({ at, cancel, elsewhere }, order) => {
        const under: { capture?: Promise<unknown> | undefined; void?: Promise<unknown> } = {};
        at("cap.before", async () => {
          await cancel(order);
          await new Promise<void>((reached) => {
            at("void.before", async () => {
              reached();
              await under.capture;
            });
            under.void = elsewhere("void", order);
          });
        });
        under.capture = ignoreFailure(elsewhere("capture", order));
        await under.capture;
        await under.void;
      },
      gaveBack,
      card,
    ],
  ),
  ...["void.before", "void.after"].flatMap((place): CrashCase[] => [
    [
      `a capture that comes at ${place} takes nothing`,
      async ({ at, cancel, elsewhere }, order) => {
        await cancel(order);
        at(place, () => elsewhere("capture", order));
        await elsewhere("void", order);
      },
      letGo,
    ],
    [
      `two that let go, the second at ${place}: it is let go once`,
      async ({ at, cancel, elsewhere }, order) => {
        await cancel(order);
        at(place, () => elsewhere("void", order));
        await elsewhere("void", order);
      },
      letGo,
    ],
  ]),
];

const refunds: readonly CrashCase[] = [
  ...["refund.before", "refund.after"].flatMap((place): CrashCase[] => [
    [
      `one refund by two hands, the second at ${place}: it goes back once`,
      async ({ at, cancel, elsewhere }, order) => {
        await cancel(order);
        await elsewhere("void", order);
        const whole = { subject: `${order.id}-r1`, amount: order.total };
        at(place, () => elsewhere("refund", order, whole));
        // The process that records second finds the first one's record.
        await ignoreFailure(elsewhere("refund", order, whole));
      },
      gaveBack,
    ],
    [
      `canceled while a part goes back, at ${place}: no cent goes back twice`,
      async ({ at, cancel, elsewhere }, order) => {
        at(place, async () => {
          await cancel(order);
          await expect(elsewhere("void", order)).rejects.toThrow("cannot be let go");
        });
        await elsewhere("refund", order, { subject: `part-${order.id}`, amount: 500 });
      },
      (order) => gaveBack(order, 500, order.total - 500),
    ],
  ]),
  [
    "canceled after a part went back: the rest follows",
    async ({ cancel, elsewhere }, order) => {
      await elsewhere("refund", order, { subject: `part-${order.id}`, amount: 500 });
      await cancel(order);
    },
    (order) => gaveBack(order, 500, order.total - 500),
  ],
];

const crash = (name: string) => async () => {
  throw new Error(`died at ${name}`);
};

const crashes: readonly CrashCase[] = [
  ...["void.before", "void.after"].map(
    (place): CrashCase => [
      `died at ${place}: it is let go once`,
      async ({ at, cancel, clean, elsewhere, shop }, order) => {
        await cancel(order);
        await clean();
        at(place, crash(place));
        await ignoreFailure(elsewhere("void", order));
        const attempt = shop.shop.db.selectFrom("attempt").select("state").where("order_id", "=", order.id);
        expect(await attempt.executeTakeFirst()).toEqual({ state: "voiding" });
      },
      letGo,
    ],
  ),
  ...["refund.before", "refund.after"].map(
    (place): CrashCase => [
      `died at ${place}: it goes back once`,
      async ({ at, cancel, clean, elsewhere, shop }, order) => {
        await elsewhere("capture", order);
        await cancel(order);
        await clean();
        await elsewhere("void", order);
        await clean();
        at(place, crash(place));
        await ignoreFailure(elsewhere("refund", order, { subject: `${order.id}-r1`, amount: order.total }));
        const attempt = shop.shop.db.selectFrom("attempt").select("state").where("order_id", "=", order.id);
        expect(await attempt.executeTakeFirst()).toEqual({ state: "refunding" });
      },
      gaveBack,
    ],
  ),
  [
    "died between the capture and its record, then canceled, and died again: the money goes back",
    async ({ at, cancel, clean, elsewhere }, order) => {
      at("cap.after", crash("cap.after"));
      await ignoreFailure(elsewhere("capture", order));
      await clean();
      await cancel(order);
      await clean();
      at("void.before", crash("void.before"));
      await ignoreFailure(elsewhere("void", order));
    },
    gaveBack,
  ],
  [
    "a gateway that fails to let go at first is asked again",
    async ({ cancel, elsewhere }, order) => {
      await cancel(order);
      await expect(elsewhere("void", order)).rejects.toThrow("the gateway answered unknown");
    },
    letGo,
    cards.voidFailsFirst,
  ],
  [
    "a refund whose answer was lost is asked for again, by the same key",
    async ({ cancel, runDue }, order) => {
      await runDue();
      await cancel(order);
      await runDue();
      await runDue();
    },
    gaveBack,
    cards.refundDropped,
  ],
];

describe.each(engines)("canceled money on %s", (engine) => {
  const play = async (fixture: CancelFixture, [name, run, ending, card]: CrashCase, prepare?: () => Promise<void>) => {
    const order = await fixture.place(card);
    await prepare?.();
    await run(fixture, order).catch((cause: unknown) => {
      throw new Error(name, { cause });
    });
    // Nothing has been repaired yet, and no rule is broken.
    await fixture.clean();
    expect([name, await fixture.end(order)]).toEqual([name, ending(order)]);
  };

  test("is taken and goes back, or is not taken, whenever the cancelation meets the capture", async () => {
    const fixture = await openCancelFixture(engine);
    for (const crashCase of captures) await play(fixture, crashCase);
  });

  test("goes back once, whoever else refunds", async () => {
    const fixture = await openCancelFixture(engine);
    for (const crashCase of refunds) await play(fixture, crashCase, fixture.runDue);
  });

  test("goes back once, wherever a process dies, and fsck finds nothing wrong between", async () => {
    const fixture = await openCancelFixture(engine);
    for (const crashCase of crashes) await play(fixture, crashCase);
  });
});

describe.each(engines)("rivals for one placed order on %s", (engine) => {
  /**
   * Starts the rival while the cancelation's transaction is open, and awaits the rival's result
   * after the cancelation has ended.
   */
  async function meanwhile({ shop }: CancelFixture, order: Order, rival: () => Promise<unknown>) {
    const outside = AsyncLocalStorage.snapshot();
    let second: Promise<unknown> | undefined;
    const hook = async (tx: Tx, checkoutId: string) => {
      second ??= outside(rival);
      await returnPromoUse(tx, checkoutId);
    };
    const first = await cancelForShop(shop.shop.db, order.id, shop.shop.now(), hook);
    return [first.ok, await second];
  }

  const tooLate = [
    true,
    expect.objectContaining({ ok: false, code: "order_closed", error: "This order has already been canceled." }),
  ];

  test("of two that cancel, of one that cancels and one that sends or asks, one wins and the other is told", async () => {
    const fixture = await openCancelFixture(engine);
    const { shop } = fixture;
    const ask = (orderId: string, orderNumber: number) =>
      requestCancelation(
        shop.shop.db,
        { grant: orderId, email: "ada@example.com" },
        { orderId, orderNumber, userEmail: "ada@example.com", reason: "other" },
        shop.shop.now(),
      );
    for (const [at, change] of [fixture.cancel, fixture.fulfil, ({ id }: Order) => ask(id, 1003)].entries()) {
      const order = await fixture.place(cards.good, "ONEUSE");
      await fixture.runDue();

      expect([at, await meanwhile(fixture, order, () => change(order))]).toEqual([at, tooLate]);

      expect(await fixture.end(order)).toEqual(gaveBack(order));
      expect((await eventsOf(shop, order.id)).filter(([kind]) => kind === "canceled")).toHaveLength(1);
      expect((await orderOf(shop, order.id)).cancelation_requested).toBe(0);
    }
    const stock = shop.shop.db.selectFrom("variant").select(["on_hand", "reserved"]);
    expect(await stock.executeTakeFirst()).toEqual({ on_hand: 100, reserved: 0 });
  });

  test("of ten that cancel and ten that send, one does", async () => {
    const fixture = await openCancelFixture(engine);
    const order = await fixture.place();
    await fixture.runDue();
    const ten = Array.from({ length: 10 });

    const outcomes = await Promise.all([...ten.map(() => fixture.cancel(order)), ...ten.map(() => fixture.fulfil(order))]);

    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const { order: state } = await fixture.end(order);
    const { on_hand } = await fixture.shop.shop.db.selectFrom("variant").select("on_hand").executeTakeFirstOrThrow();
    expect(on_hand).toBe(state === "canceled" ? 100 : 97);
  });

  test("nothing is sent before its money was taken, and nothing sent is canceled", async () => {
    const fixture = await openCancelFixture(engine);
    const order = await fixture.place();

    expect(await fixture.fulfil(order)).toMatchObject({
      ok: false,
      code: "unpaid",
      error: "This order cannot ship: its payment has not been charged yet.",
    });
    expect(await fixture.fulfil({ id: "unknown", total: 0 })).toMatchObject({ ok: false, code: "not_found" });
    await fixture.runDue();
    expect(await fixture.fulfil(order)).toMatchObject({ ok: true });
    for (const again of [await fixture.fulfil(order), await fixture.cancel(order)])
      expect(again).toMatchObject({ ok: false, code: "order_closed", error: "This order has already shipped." });

    expect(await fixture.end(order)).toMatchObject({ order: "fulfilled", money: "paid", refunded: [], voided: [] });
    expect((await eventsOf(fixture.shop, order.id)).map(([kind]) => kind)).toContain("fulfilled");
  });

  test("a cancelation that breaks off in the middle has changed nothing", async () => {
    const fixture = await openCancelFixture(engine);
    const { db } = fixture.shop.shop;
    const order = await fixture.place(cards.good, "ONEUSE");
    const storedRows = async () => [
      await db.selectFrom("variant").selectAll().execute(),
      await db.selectFrom("promo").selectAll().orderBy("id").execute(),
      await db.selectFrom("job").selectAll().orderBy("id").execute(),
      await db.selectFrom("orders").selectAll().execute(),
    ];
    const before = await storedRows();

    await expect(cancelForShop(db, order.id, 0, crash("the promo"))).rejects.toThrow("died at the promo");

    expect(await storedRows()).toEqual(before);
    await fixture.clean();
  });
});
