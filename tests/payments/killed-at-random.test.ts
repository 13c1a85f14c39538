import type { ChildProcess } from "node:child_process";
import { describe, expect, test } from "vitest";
import { pageReturnPath } from "../../server/checkout/paths.ts";
import { returnPromoUse } from "../../server/checkout/promos.ts";
import type { CardForm } from "../../server/config.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { faultCards } from "../../server/payments/gateways/test/faults.ts";
import { type Answer, TestBrowser } from "../support/browser-of.ts";
import { type Draws, drawsOf, seedOfRun } from "../support/draws.ts";
import { isProof, often } from "../support/long-form.ts";
import { engines } from "../support/shop.ts";
import { failpoints } from "./failpoints.ts";
import { pageIn, payOn, press as pressPay } from "./hosted-shop.ts";
import { expectClean, expectSettled, passTime, settle, sweepLater } from "./settled.ts";
import { inDatabase, prepareEnvironment, type ShopEnvironment, startShop } from "./shop-process.ts";
import { cards, type Shopper, shopperOn } from "./shopper.ts";

/** Two cards never finish: their capture or refund is refused for good. */
const endless = ["capture_declined", "refund_declined"];
const faulty = [...faultCards].filter(([, name]) => !endless.includes(name)).map(([number]) => number);

const rounds = often(2, 160);

type Answers = { paid: Set<string>; lost: number; refused: number };

/**
 * Several shoppers pay at the same time, each with a random card and several presses on Pay. The
 * server may be killed at any moment.
 */
async function payMany(url: string, draws: Draws, answers: Answers, { presses = 1, cardForm }: Pressing): Promise<void> {
  const wishes = Array.from({ length: 1 + draws.below(4) }, () => ({
    card: draws.below(2) === 0 ? cards.good : draws.one(faulty),
    wish: { lines: [{ variantId: "v-2", quantity: 1 + draws.below(3) }], ...(draws.below(3) === 0 && { promo: "WELCOME10" }) },
  }));
  const unlessCutOff = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!isCutOff(error)) throw error;
      answers.lost += 1;
    }
  };
  const press = async (shopper: Shopper, card: string) => {
    const { status, body } = cardForm === "own" ? await shopper.pay(card) : await payElsewhere(shopper, card, draws);
    if (status === 200) answers.paid.add((body as { data: { orderId: string } }).data.orderId);
    else answers.refused += 1;
  };
  await Promise.all(
    wishes.map(({ card, wish }) =>
      unlessCutOff(async () => {
        const shopper = await shopperOn(new TestBrowser(url), wish);
        await Promise.all(Array.from({ length: presses }, () => unlessCutOff(() => press(shopper, card))));
      }),
    ),
  );
}

/** How shoppers pay in a round: how often each presses Pay, and on whose form. */
type Pressing = { presses?: number; cardForm: CardForm };

/** Pays on the gateway's page, or leaves it unpaid; the shopper may not come back to the shop. */
async function payElsewhere(shopper: Shopper, card: string, draws: Draws): Promise<Answer> {
  const answer = await pressPay(shopper);
  if (answer.status !== 200 || !answer.text.includes('"page"')) return answer;
  if (draws.below(4) > 0) await payOn(pageIn(answer), card).catch(() => {});
  if (draws.below(2) > 0) await shopper.browser.get(pageReturnPath(shopper.checkoutId));
  const later = draws.below(3) > 0 ? await pressPay(shopper) : answer;
  return later.text.includes('"page"') ? { ...later, status: 409 } : later;
}

/** The connection broke, since the server was killed. */
const isCutOff = (error: unknown) => error instanceof TypeError && error.message === "fetch failed";

/** The owner cancels an order, so that money goes back. */
const cancelOne = (place: ShopEnvironment, draws: Draws) =>
  inDatabase(place, async ({ db }) => {
    const placed = await db.selectFrom("orders").select("id").where("state", "=", "placed").orderBy("number").execute();
    if (placed.length > 0) await cancelForShop(db, draws.one(placed).id, Date.now(), returnPromoUse);
  });

/**
 * Starts a shop that is killed at its failpoint; undefined if waiting jobs reached it during the
 * start.
 */
const startKilled = (place: ShopEnvironment, point: string) =>
  startShop(place, `${point}:kill`).catch((error: Error) => {
    if (!error.message.includes("ended before it was ready")) throw error;
    return undefined;
  });

/**
 * Whether the process is killed at its failpoint within `ms` milliseconds. Waiting is needed
 * because a job may reach the failpoint after all requests were answered.
 */
async function isKilled(child: ChildProcess, ms: number): Promise<boolean> {
  const gone = () => child.signalCode !== null;
  for (let waited = 0; !gone() && waited < ms; waited += 20) await new Promise((resolve) => setTimeout(resolve, 20));
  return gone();
}

/**
 * The place where a round's process is killed. `npm run test:all` kills once at a place, and once
 * at a random time.
 */
const pointOf = (round: number, draws: Draws): string | undefined =>
  (isProof ? draws.below(4) > 0 : round % 2 === 0) ? draws.one(failpoints) : undefined;

/** Runs one process until it is killed at a place in the code, or at a random time. */
async function playRound(
  { env, ...rest }: ShopEnvironment,
  point: string | undefined,
  draws: Draws,
  answers: Answers,
): Promise<string> {
  const cardForm = point?.startsWith("e.") || draws.below(3) === 0 ? "hosted" : "own";
  const place = { ...rest, env: { ...env, PAYMENT_CARD_FORM: cardForm } };
  if (point?.match(/void|refund/) || draws.below(4) === 0) await cancelOne(place, draws);
  // Money that was charged for declined payments must go back.
  if (point?.startsWith("orphan")) await sweepLater(place);
  await passTime(place);
  if (point === undefined) {
    const shop = await startShop(place);
    const killer = setTimeout(() => void shop.end("SIGKILL"), 50 + draws.below(1500));
    await payMany(shop.url, draws, answers, { cardForm });
    clearTimeout(killer);
    await shop.end("SIGKILL");
    return "any time";
  }
  const shop = await startKilled(place, point);
  if (!shop) return point;
  await payMany(shop.url, draws, answers, { presses: point === "p.waits" ? 2 : 1, cardForm });
  const atPoint = await isKilled(shop.process, 1000);
  await shop.end("SIGKILL");
  return atPoint ? point : "afterwards";
}

describe.each(engines)("servers killed again and again while shoppers pay with every faulty card, on %s", (engine) => {
  test("lose no order, no unit and no cent", { timeout: 3_600_000 }, async () => {
    const draws = drawsOf(seedOfRun());
    const started = Date.now();
    const place = await prepareEnvironment(engine, {
      stock: { "v-2": 100_000 },
      gatewayEnv: { TEST_GATEWAY_SLOW_MS: "1500", TEST_GATEWAY_LATE_MS: "1000" },
    });
    const answers: Answers = { paid: new Set(), lost: 0, refused: 0 };
    const killedAt: string[] = [];
    try {
      for (let round = 0; round < rounds; round++) killedAt.push(await playRound(place, pointOf(round, draws), draws, answers));

      await passTime(place);
      const last = await startShop(place);
      await settle(place);
      const { orders, cents } = await expectSettled(place);
      await expectClean(place);
      const known = await inDatabase(place, ({ db }) => db.selectFrom("orders").select("id").execute());
      expect([...answers.paid].filter((id) => !known.some((order) => order.id === id))).toEqual([]);
      await last.end();
      const places = Object.entries(Object.groupBy(killedAt, (point) => point)).map(([point, all]) => `${point} ${all?.length}`);
      const { paid, lost, refused } = answers;
      if (isProof)
        console.log(
          `${engine}, seed ${draws.seed}: ${rounds} rounds (${places.sort().join(", ")}), ${paid.size} paid, ${refused} refused, ${lost} cut off, ${orders} orders, ${cents} cents, ${Math.round((Date.now() - started) / 1000)} s`,
        );
    } catch (cause) {
      throw new Error(`with PROVE_SEED=${draws.seed}`, { cause });
    }
  });
});
