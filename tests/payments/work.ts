import type { Challenge } from "altcha-lib";
import { networkOf, widerNetworkOf } from "../../server/web/network.ts";
import { proofOfWork } from "../../server/web/proof-of-work/challenges.ts";
import { solved } from "../identity/bot.ts";
import type { Answer } from "../support/browser-of.ts";
import type { TestShop } from "../support/shop.ts";

type Task = { action?: string; checkoutId: string; factor?: number };

/**
 * A solved proof of work for a challenge that the shop's own secret signed. The challenge is so
 * easy that solving it takes almost no time.
 */
export async function cheapWork({ shop }: TestShop, { action = "PAY", checkoutId, factor = 1 }: Task): Promise<string> {
  const work = { cost: 1, least: 1, most: 3 };
  const { offer } = proofOfWork({ now: shop.now, secret: shop.config.sessionSecret, work });
  return await solved((await offer({ action, subject: checkoutId, factor })) as Challenge);
}

export const challengeIn = ({ body }: Answer): Challenge => (body as { data: { challenge: Challenge } }).data.challenge;

type Declined = Partial<Record<"checkout" | "address" | "network" | "shop", string>>;

/** Records `times` declined cards for each named subject, as if the cards had been tried now. */
export async function countDeclines({ shop }: TestShop, times: number, declined: Declined): Promise<void> {
  const rows = Object.entries(declined).flatMap(([kind, subject]) =>
    Array.from({ length: times }, (_, at) => ({
      id: `${kind}-${subject}-${at}`,
      kind: `card-declined-${kind}`,
      subject,
      at: shop.now(),
    })),
  );
  for (let at = 0; at < rows.length; at += 200)
    await shop.db
      .insertInto("counted_try")
      .values(rows.slice(at, at + 200))
      .execute();
}

/** The subjects under which an address's declines are counted. */
export const countsOf = (address: string): Declined => ({ address: networkOf(address), network: widerNetworkOf(address) });
