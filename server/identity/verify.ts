import { claimCheckout, moveCheckouts, successorIn } from "../checkout/claim.ts";
import { movePhoneOrders } from "../checkout/phone-orders.ts";
import { moveVisitorAddress, suggestAddress } from "../customers/checkout-addresses.ts";
import { rememberDevice, type SignedInDevice } from "../customers/known-devices.ts";
import { consumeOneTimeToken } from "../customers/one-time-tokens.ts";
import { customerSubject, recordSecurityEvent } from "../customers/security-events.ts";
import { endSession, startSession } from "../customers/sessions.ts";
import type { Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { moveDrafts } from "../web/form-drafts.ts";
import { mergeFavourites } from "../wishlist/favourites.ts";
import { stopRemoval } from "./factors/removal.ts";
import { keepPendingSignIn, secondStepWanted } from "./factors/second-step.ts";
import { hasTotp } from "./factors/totp.ts";
import { tellOfNewDevice } from "./new-device.ts";
import type { Identity, Requester, VisitorGrants } from "./parts.ts";
import { lockAccount } from "./queries.ts";
import { consumeToken } from "./signed.ts";
import { consumeReturn } from "./social/returned.ts";

export type SignedIn = {
  customerId: string;
  /** the new session's token, for its cookie alone */
  session: string;
  /** the checkout for the browser's cookie; null removes it, undefined leaves it unchanged */
  checkoutId: string | null | undefined;
  /** ids of the checkouts that this checkout replaces */
  replaced: readonly string[];
  /** the browser's id was not renewed, so that a payment under way can be found by it */
  keepsVisitor: boolean;
  /** the state of the customer's default address */
  area: string | undefined;
  /** undefined if the address is not confirmed, since such an account knows no browser */
  device: SignedInDevice | undefined;
};

type VerifyInput = {
  asker: Requester;
  /** the next id of this browser */
  renewed: string;
  agent: string;
  checkoutId: string | undefined;
  oldSession: string | undefined;
  /** ids of the guest's favourites */
  favourites: readonly string[];
};

const tooOld = refuse("sign_in_expired", "This sign-in has expired. Please sign in again.");

/**
 * Exchanges a token for a session, and merges the guest's data. Every way of signing in ends with
 * such a token; a custom token is accepted too.
 */
export async function verify(identity: Identity, token: string, input: VerifyInput): Promise<Outcome<SignedIn>> {
  const { db, now, secret } = identity;
  const entered = await transactOutcome<Outcome<SignedIn | "second step">>(db, async (tx) => {
    const { visitor, flows } = input.asker;
    const tokenUse = { secret, token, visitor: visitor.id, flows, now: now() };
    const proof =
      (await consumeToken(tx, tokenUse)) ?? (await consumeReturn(tx, tokenUse)) ?? (await consumeCustomToken(tx, token, now()));
    if (!proof) return tooOld;
    if (await awaitsSecondStep(tx, proof, input, now())) return ok("second step");
    return await startVerifiedSession(tx, proof, input, identity);
  });
  if (entered.ok && entered.value === "second step") return secondStepWanted;
  return entered as Outcome<SignedIn>;
}

/** Keeps the sign-in until its second step, if the account has one and it was not done. */
async function awaitsSecondStep(tx: Tx, { customerId, at, way, twoSteps }: Proof, input: VerifyInput, now: number) {
  const subject = customerSubject(customerId);
  if (twoSteps || !(await hasTotp(tx, subject))) return false;
  const { asker, favourites } = input;
  await keepPendingSignIn(tx, { subject, visitor: asker.visitor.id, way, favourites, at }, now);
  return true;
}

/** The customer, the time of the proof (ms), and its way, in the shop's words. */
type Proof = { customerId: string; at: number; way: string; twoSteps?: true };

async function consumeCustomToken(tx: Tx, token: string, now: number): Promise<Proof | undefined> {
  const once = await consumeOneTimeToken(tx, "custom", token, now);
  return once && { customerId: once.subject, at: once.at, way: "Sign-in link" };
}

/**
 * Each sign-in starts a new session and ends this browser's old one. Checkouts are locked before
 * the customer everywhere.
 */
async function startVerifiedSession(
  tx: Tx,
  { customerId, at, way }: Proof,
  input: VerifyInput,
  { now: clock, demo, visitorGrants }: Identity,
): Promise<Outcome<SignedIn>> {
  const { asker, renewed, agent, checkoutId, oldSession, favourites } = input;
  const now = clock();
  const claimed = await claimCheckout(tx, { visitor: { ...asker.visitor, customerId }, checkoutId, now });
  const account = await lockAccount(tx, customerId);
  if (!account || account.disabled_at !== null || (account.demo === 1 && !demo)) return tooOld;
  // Ending all sessions also refuses sign-ins begun before, such as those with a password that was
  // changed meanwhile.
  if (at < account.signed_out_at) return tooOld;
  if (oldSession !== undefined) await endSession(tx, oldSession);
  await stopRemoval(tx, customerId, asker.source, now);
  const { paying: keepsVisitor, replaced } = claimed;
  const visitor = keepsVisitor ? asker.visitor.id : renewed;
  const secrets = asker.deviceSecrets;
  const device = account.email_verified === 1 ? await rememberDevice(tx, { customerId, secrets }, now) : undefined;
  const session = await startSession(tx, customerId, agent, now, { visitor, ...(device && { device: device.hash }) });
  const event = { source: asker.source, detail: way };
  if (device && !device.isKnown) await tellOfNewDevice(tx, account, event, now);
  await recordSecurityEvent(tx, customerSubject(customerId), { ...event, kind: "signed-in" }, now);
  await mergeFavourites(tx, { customerId, productIds: favourites }, now);
  const address = await suggestAddress(tx, { customerId, id: undefined });
  if (!keepsVisitor) {
    await moveCheckouts(tx, { from: asker.visitor.id, to: renewed, customerId });
    await moveVisitor(tx, asker.visitor.id, renewed, visitorGrants);
  }
  await moveDrafts(tx, asker.visitor.id, visitor, successorIn(claimed));
  return ok({ customerId, session, checkoutId: claimed.checkoutId, replaced, keepsVisitor, area: address?.countryArea, device });
}

/** Moves the browser's grants, address and phone orders to its next visitor id. */
async function moveVisitor(tx: Tx, from: string, to: string, grants: VisitorGrants): Promise<void> {
  await grants.move(tx, from, to);
  await moveVisitorAddress(tx, from, to);
  await movePhoneOrders(tx, from, to);
}
