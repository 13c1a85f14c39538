import type { Cents } from "../../money.ts";
import { type GatewayState, holdsMoney } from "./sweep.ts";

/**
 * `held`: authorized and not captured. `gateway`: captured and not refunded. `cardholder`: what is
 * owed to the cardholder, as a credit.
 */
export type OrphanAccount = "held" | "gateway" | "cardholder";
export type OrphanEntry = { account: OrphanAccount; amount: Cents };
type Standing = { state: GatewayState; amountCents: Cents; capturedCents: Cents; refundedCents: Cents };

const balanceOf = (entries: readonly OrphanEntry[], account: OrphanAccount): Cents =>
  entries.reduce((sum, entry) => (entry.account === account ? sum + entry.amount : sum), 0);

/** Names a standing at the gateway: the ledger has one event for each. */
export const standingEvent = ({ state, refundedCents }: Standing): string =>
  refundedCents > 0 ? `${state}:${refundedCents}` : state;

/** The entries that lead from the booked ones to what the gateway has; their sum is zero. */
export function entriesTo(booked: readonly OrphanEntry[], found: Standing): OrphanEntry[] {
  const held = (found.state === "authorized" ? found.amountCents : 0) - balanceOf(booked, "held");
  const taken = holdsMoney(found) && found.state !== "authorized" ? found.capturedCents - found.refundedCents : 0;
  const gateway = taken - balanceOf(booked, "gateway");
  const entries: OrphanEntry[] = [
    { account: "held", amount: held },
    { account: "gateway", amount: gateway },
    { account: "cardholder", amount: 0 - held - gateway },
  ];
  return entries.filter(({ amount }) => amount !== 0);
}
