import type { Cents } from "../../money.ts";
import { type GatewayState, holdsMoney } from "./sweep.ts";

/**
 * `held`: authorized and not captured. `gateway`: captured and not refunded. `cardholder`: what is
 * owed to the cardholder, as a credit.
 */
export type OrphanAccount = "held" | "gateway" | "cardholder";
export type OrphanEntry = { account: OrphanAccount; amount: Cents };
type GatewayAmounts = { state: GatewayState; amountCents: Cents; capturedCents: Cents; refundedCents: Cents };

const balanceOf = (entries: readonly OrphanEntry[], account: OrphanAccount): Cents =>
  entries.reduce((sum, entry) => (entry.account === account ? sum + entry.amount : sum), 0);

/** Names a standing at the gateway; the ledger has one event per standing. */
export const standingEvent = ({ state, refundedCents }: GatewayAmounts): string =>
  refundedCents > 0 ? `${state}:${refundedCents}` : state;

/** The entries that lead from the booked balance to the gateway's standing; their sum is zero. */
export function entriesTo(booked: readonly OrphanEntry[], standing: GatewayAmounts): OrphanEntry[] {
  const heldChange = (standing.state === "authorized" ? standing.amountCents : 0) - balanceOf(booked, "held");
  const netCaptured =
    holdsMoney(standing) && standing.state !== "authorized" ? standing.capturedCents - standing.refundedCents : 0;
  const gatewayChange = netCaptured - balanceOf(booked, "gateway");
  const entries: OrphanEntry[] = [
    { account: "held", amount: heldChange },
    { account: "gateway", amount: gatewayChange },
    { account: "cardholder", amount: 0 - heldChange - gatewayChange },
  ];
  return entries.filter(({ amount }) => amount !== 0);
}
