import { claimCheckout } from "../checkout/claim.ts";
import { suggestAddress } from "../customers/checkout-addresses.ts";
import { consumeOneTimeToken } from "../customers/one-time-tokens.ts";
import { endSession, startSession } from "../customers/sessions.ts";
import type { Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { mergeFavourites } from "../wishlist/favourites.ts";
import type { Identity, Requester } from "./parts.ts";
import { lockAccount } from "./queries.ts";
import { readToken } from "./signed.ts";
import { consumeReturn } from "./social/returned.ts";

export type SignedIn = {
  customerId: string;
  /** the new session's token, for its cookie alone */
  session: string;
  /** the checkout for the browser's cookie; undefined leaves the cookie as it is */
  checkoutId: string | undefined;
  /** the state of the customer's default address */
  area: string | undefined;
};

type Entering = {
  asker: Requester;
  agent: string;
  checkoutId: string | undefined;
  oldSession: string | undefined;
  /** ids of the guest's favourites */
  favourites: readonly string[];
};

const tooOld = refuse("sign_in_expired", "this sign-in has expired, please sign in again");

/**
 * Exchanges the token with which every way of signing in ends, or a custom one, for a session, and
 * merges the guest's data (decisions §5).
 */
export const verify = ({ db, now, secret, demo }: Identity, token: string, entering: Entering): Promise<Outcome<SignedIn>> =>
  transactOutcome(db, async (tx) => {
    const proof =
      readToken(secret, token, entering.asker.visitor.id, now()) ??
      (await consumeReturn(tx, { secret, token, visitor: entering.asker.visitor.id, now: now() })) ??
      (await consumeCustomToken(tx, token, now()));
    return proof ? await startVerifiedSession(tx, proof, entering, { now: now(), demo }) : tooOld;
  });

/** The customer, and since when that is proven; ms. */
type Proof = { customerId: string; at: number };

async function consumeCustomToken(tx: Tx, token: string, now: number): Promise<Proof | undefined> {
  const once = await consumeOneTimeToken(tx, "custom", token, now);
  return once && { customerId: once.subject, at: once.at };
}

/**
 * Each sign-in starts a new session and ends this browser's old one. Checkouts are locked before
 * the customer everywhere.
 */
async function startVerifiedSession(
  tx: Tx,
  { customerId, at }: Proof,
  entering: Entering,
  { now, demo }: { now: number; demo: boolean },
): Promise<Outcome<SignedIn>> {
  const { asker, agent, checkoutId, oldSession, favourites } = entering;
  const adopted = await claimCheckout(tx, { visitor: { ...asker.visitor, customerId }, checkoutId, now });
  const account = await lockAccount(tx, customerId);
  if (!account || account.disabled_at !== null || (account.demo === 1 && !demo)) return tooOld;
  // Ending all sessions also refuses sign-ins begun before, such as those with a password that was
  // changed meanwhile.
  if (at < account.signed_out_at) return tooOld;
  if (oldSession !== undefined) await endSession(tx, oldSession);
  const session = await startSession(tx, customerId, agent, now);
  await mergeFavourites(tx, { customerId, productIds: favourites }, now);
  const address = await suggestAddress(tx, { customerId, id: undefined });
  return ok({ customerId, session, checkoutId: adopted, area: address?.countryArea });
}
