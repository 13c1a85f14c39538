import type { Shop } from "../shop.ts";
import { proofOfWork } from "../web/proof-of-work/challenges.ts";
import { isWorkLink, readWorkLink, signWorkLink } from "../web/proof-of-work/links.ts";
import type { WorkChallenge } from "../web/proof-of-work/schema.ts";

/** Work that was done for a checkout, or a mailed link that stands for it; perhaps used before. */
export type PaymentWork = {
  checkoutId: string;
  /** the work that was done, in multiples of the usual; infinite for a link, which needs none */
  factor: number;
  nonce: string;
  /** ms */
  expiresAt: number;
};

/** What the refusal of a payment without its work tells the routes, which make the challenge. */
export type NeededWork = { checkoutId: string; factor: number };

const action = "PAY";

type Parts = Pick<Shop, "now" | "config">;

const links = ({ now, config }: Parts) => ({ now, secret: config.sessionSecret, purpose: "payment-link" });

/** The challenge for the next try of a checkout to pay. */
export const offerWork = ({ now, config }: Parts, { checkoutId, factor }: NeededWork): Promise<WorkChallenge> =>
  proofOfWork({ now, secret: config.sessionSecret }).offer({ action, subject: checkoutId, factor });

/**
 * The token of a link that lets one checkout pay once more, within an hour. The same `nonce` makes a
 * link that is used up together with the first.
 */
export const signPaymentLink = (shop: Parts, checkoutId: string, nonce: string): string =>
  signWorkLink(links(shop), checkoutId, nonce);

/** What was sent as `work` with a checkout; undefined where it is wrong, forged or expired. */
export async function readWork(shop: Parts, checkoutId: string, text: string): Promise<PaymentWork | undefined> {
  if (isWorkLink(text)) return readLink(shop, checkoutId, text);
  const done = await proofOfWork({ now: shop.now, secret: shop.config.sessionSecret }).check(text);
  if (done?.action !== action || done.subject === undefined) return undefined;
  return { checkoutId: done.subject, factor: done.factor, nonce: done.nonce, expiresAt: done.expiresAt };
}

/** The token of a mailed link, if it is this checkout's and not expired. */
export function readLink(shop: Parts, checkoutId: string, text: string): PaymentWork | undefined {
  const link = readWorkLink(links(shop), checkoutId, text);
  return link && { checkoutId, factor: link.factor, nonce: link.nonce, expiresAt: link.expiresAt };
}
