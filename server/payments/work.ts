import type { Shop } from "../shop.ts";
import { proofOfWork } from "../web/proof-of-work/challenges.ts";
import { isWorkLink, readWorkLink, signWorkLink } from "../web/proof-of-work/links.ts";
import type { WorkChallenge } from "../web/proof-of-work/schema.ts";

/** Work done for a checkout, or a mailed link that replaces the work; possibly used before. */
export type PaymentWork = {
  checkoutId: string;
  /** the work done, in multiples of the usual work; infinite for a link, which needs none */
  factor: number;
  nonce: string;
  /** ms */
  expiresAt: number;
};

/** The work that a refused payment lacks, for the routes that make its challenge. */
export type NeededWork = { checkoutId: string; factor: number };

const action = "PAY";

type Parts = Pick<Shop, "now" | "config">;

const links = ({ now, config }: Parts) => ({ now, secret: config.sessionSecret, purpose: "payment-link" });

/** The challenge for a checkout's next payment. */
export const offerWork = ({ now, config }: Parts, { checkoutId, factor }: NeededWork): Promise<WorkChallenge> =>
  proofOfWork({ now, secret: config.sessionSecret }).offer({ action, subject: checkoutId, factor });

/**
 * The token of a link that lets one checkout pay once more, within an hour. Links with the same
 * `nonce` are used up together.
 */
export const signPaymentLink = (shop: Parts, checkoutId: string, nonce: string): string =>
  signWorkLink(links(shop), checkoutId, nonce);

/** The work sent with a checkout; undefined if it is wrong, forged or expired. */
export async function readWork(shop: Parts, checkoutId: string, text: string): Promise<PaymentWork | undefined> {
  if (isWorkLink(text)) return readLink(shop, checkoutId, text);
  const work = await proofOfWork({ now: shop.now, secret: shop.config.sessionSecret }).check(text);
  if (work?.action !== action || work.subject === undefined) return undefined;
  return { checkoutId: work.subject, factor: work.factor, nonce: work.nonce, expiresAt: work.expiresAt };
}

/**
 * The work that a mailed link's token replaces; undefined if it belongs to another checkout or has
 * expired.
 */
export function readLink(shop: Parts, checkoutId: string, text: string): PaymentWork | undefined {
  const link = readWorkLink(links(shop), checkoutId, text);
  return link && { checkoutId, factor: link.factor, nonce: link.nonce, expiresAt: link.expiresAt };
}
