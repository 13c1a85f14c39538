import type { Cents } from "../../money.ts";
import { type GatewayState, holdsMoney, isUncaptured } from "./sweep.ts";

/**
 * `held`: authorized and not captured. `gateway`: captured and not refunded. `cardholder`: what is
 * owed to the cardholder, as a credit.
 */
export type OrphanAccount = "held" | "gateway" | "cardholder";
export type OrphanEntry = { account: OrphanAccount; amount: Cents };
type GatewayAmounts = { state: GatewayState; amountCents: Cents; capturedCents: Cents; refundedCents: Cents };

const balanceOf = (entries: readonly OrphanEntry[], account: OrphanAccount): Cents =>
  entries.reduce((sum, entry) => (entry.account === account ? sum + entry.amount : sum), 0);

/**
 * The name of the ledger event that books the amounts which an authorization has at the gateway.
 * The ledger books each event once.
 */
export const authorizationEvent = ({ state, refundedCents }: GatewayAmounts): string =>
  refundedCents > 0 ? `${state}:${refundedCents}` : state;

/** Entries that bring the booked balance to the gateway's amounts; the entries' sum is zero. */
export function entriesTo(bookedEntries: readonly OrphanEntry[], authorization: GatewayAmounts): OrphanEntry[] {
  const heldChange = (isUncaptured(authorization) ? authorization.amountCents : 0) - balanceOf(bookedEntries, "held");
  const netCaptured =
    holdsMoney(authorization) && !isUncaptured(authorization) ? authorization.capturedCents - authorization.refundedCents : 0;
  const gatewayChange = netCaptured - balanceOf(bookedEntries, "gateway");
  const entries: OrphanEntry[] = [
    { account: "held", amount: heldChange },
    { account: "gateway", amount: gatewayChange },
    { account: "cardholder", amount: 0 - heldChange - gatewayChange },
  ];
  return entries.filter(({ amount }) => amount !== 0);
}
