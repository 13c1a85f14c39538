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
  /** the checkout that the browser is to remember; undefined leaves its cookie as it is */
  checkoutId: string | undefined;
  /** the state of the customer's default address */
  area: string | undefined;
};

type Entering = {
  asker: Requester;
  agent: string;
  checkoutId: string | undefined;
  oldSession: string | undefined;
  /** ids of what the guest liked */
  favourites: readonly string[];
};

const tooOld = refuse("sign_in_expired", "this sign-in has expired, please sign in again");

/**
 * Makes a session of the token with which every way of signing in ends, or of a custom one, and
 * merges what the guest had (decisions §5).
 */
export const verify = ({ db, now, secret, demo }: Identity, token: string, entering: Entering): Promise<Outcome<SignedIn>> =>
  transactOutcome(db, async (tx) => {
    const proof =
      readToken(secret, token, entering.asker.visitor.id, now()) ??
      (await consumeReturn(tx, { secret, token, visitor: entering.asker.visitor.id, now: now() })) ??
      (await consumeCustomToken(tx, token, now()));
    return proof ? await enter(tx, proof, entering, { now: now(), demo }) : tooOld;
  });

/** Who came, and since when that is known; ms. */
type Proof = { customerId: string; at: number };

async function consumeCustomToken(tx: Tx, token: string, now: number): Promise<Proof | undefined> {
  const once = await consumeOneTimeToken(tx, "custom", token, now);
  return once && { customerId: once.subject, at: once.at };
}

/**
 * A session is new at each sign-in; the one that this browser had ends. Checkouts are locked before
 * the customer everywhere.
 */
async function enter(
  tx: Tx,
  { customerId, at }: Proof,
  entering: Entering,
  { now, demo }: { now: number; demo: boolean },
): Promise<Outcome<SignedIn>> {
  const { asker, agent, checkoutId, oldSession, favourites } = entering;
  const adopted = await claimCheckout(tx, { visitor: { ...asker.visitor, customerId }, checkoutId, now });
  const account = await lockAccount(tx, customerId);
  if (!account || account.disabled_at !== null || (account.demo === 1 && !demo)) return tooOld;
  // What ended all sessions ended this sign-in with them: a password that was changed meanwhile
  // opens nothing.
  if (at < account.signed_out_at) return tooOld;
  if (oldSession !== undefined) await endSession(tx, oldSession);
  const session = await startSession(tx, customerId, agent, now);
  await mergeFavourites(tx, { customerId, productIds: favourites }, now);
  const address = await suggestAddress(tx, { customerId, id: undefined });
  return ok({ customerId, session, checkoutId: adopted, area: address?.countryArea });
}
