import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { paymentPath } from "../../server/checkout/paths.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { isProof, often } from "../support/long-form.ts";
import { type RunningShop, runShop } from "../support/running-shop.ts";
import { engines } from "../support/shop.ts";
import { canary } from "./canary.ts";
import { code, holder, leakingBuild, openSearched, traces } from "./leaks.ts";
import type { ShopEnvironment } from "./shop-process.ts";
import { cardForm, shopperOn } from "./shopper.ts";

const root = join(import.meta.dirname, "../..");
/**
 * The failpoints at which the process is killed, one in each round. In the round of the empty text
 * no failpoint is set, and the owner stops the shop normally.
 */
const places = ["p.after_commit", "g.after_charge", "f.before_commit", "f.after_commit", "cap.after", "mail.after", ""];
const rounds = isProof ? places : places.slice(-2);

/** Shoppers pay with one canary card until the process is gone, or all have paid. */
async function payWith(shop: RunningShop, digits: string): Promise<void> {
  await Promise.allSettled(
    Array.from({ length: often(2, 6) }, async () => {
      const { browser, checkoutId, quote } = await shopperOn(new TestBrowser(shop.url));
      const paymentDetails = { ...cardForm(digits), cardName: holder, securityCode: code };
      await browser.call("POST", paymentPath, { checkoutId, quote, paymentDetails });
    }),
  );
}

/** Runs the shop once for each place; resolves with the output of its processes. */
async function payAndKill(place: ShopEnvironment, digits: string, points: readonly string[], release = root): Promise<string> {
  const said: string[] = [];
  for (const point of points) {
    const env = { ...place.env, LOG_LEVEL: "trace", STORE_FAILPOINT: point && `${point}:kill` };
    // Waiting jobs may reach the failpoint before the shop is ready.
    const shop = await runShop(env, place.directory, release).catch((error: Error) => void said.push(error.message));
    if (!shop) continue;
    onTestFinished(() => void shop.end("SIGKILL"));
    await payWith(shop, digits);
    await shop.end(point === "" ? "SIGTERM" : "SIGKILL");
    said.push(shop.output());
  }
  return said.join("");
}

test.each(isProof ? engines : engines.slice(0, 1))(
  "a shop that is killed again and again while cards are paid with leaves no trace of them, on %s",
  { timeout: 900_000 },
  async (engine) => {
    const { place, folders } = await openSearched(engine);
    const digits = canary();

    const said = await payAndKill(place, digits, rounds);

    expect(await traces(folders, said, digits)).toEqual([]);
  },
);

const leaks: readonly [where: string, statement: string, found: string][] = [
  ["its log", "shop.log.debug({ seen: means.card.reveal() }, 'seen');", "output"],
  [
    "its database",
    "await shop.db.insertInto('counted_try').values({ id: attempt.id, kind: 'seen', subject: means.card.reveal().number, at: 1 }).execute();",
    "store.db",
  ],
];

test.each(leaks.slice(0, often(1, leaks.length)))(
  "a build that writes cards into %s on purpose is found out by the same scan",
  { timeout: 900_000 },
  async (_where, statement, place) => {
    const release = leakingBuild(statement);
    const opened = await openSearched("sqlite");
    const digits = canary();

    const said = await payAndKill(opened.place, digits, [""], release);

    expect(await traces(opened.folders, said, digits)).toContain(place);
  },
);
