import { type Cents, dollars } from "../../money.ts";
import type { MoneyState } from "./ledger.ts";
import type { OrderState } from "./state.ts";

/** `bank`: the bank declined. `gateway`: the gateway refused the call itself. */
type RefusedBy = "bank" | "gateway";

/** The gateway's refusal to move money; `code` is its own word for the reason. */
export type MoneyRefusal = { by: RefusedBy; code: string };

/** Kinds of history events. */
export const lapsed = "authorization lapsed";
export const chargeRefusals = { bank: "charge declined", gateway: "charge refused" } as const;
/** The event of a refund that waits until the gateway has settled the payment. */
export const refundWaits = "refund waits";

export const refundRefusals = { bank: "refund declined", gateway: "refund refused" } as const;
export const settledKind = "refunded by other means" as const;

/** The history's note of a refund by other means than the card: its amount, and how it was paid. */
export const settledNote = (amount: Cents, note: string): string => `${dollars(amount)}, ${note}`;
/** How a refund was paid by other means; empty once the order's texts were erased. */
export const settledMeans = (amount: Cents, note: string): string => note.slice(settledNote(amount, "").length);

export const refuserWords: Readonly<Record<RefusedBy, string>> = { bank: "the bank", gateway: "the card gateway" };

/** The shop's next step after a refusal, in words without a full stop. */
export const asksAgainWords: Readonly<Record<RefusedBy, string>> = {
  bank: "The shop asks again once a day",
  gateway: "The shop asks again",
};

/**
 * `refund`: a refund was refused, and is tried again. `charge`: the charge was refused. `lapsed`:
 * the authorization ended before the charge, so nothing can be charged any more.
 */
export type MoneyTrouble = "refund" | "charge" | "lapsed";

type MoneyHistory = {
  state: OrderState;
  money: MoneyState;
  refunds: readonly { state: string; refused_by: RefusedBy | null }[];
  events: readonly { kind: string }[];
};

/** Kinds of the events that a trouble depends on. */
export const troubleKinds: readonly string[] = [lapsed, ...Object.values(chargeRefusals)];

const isChargeRefusal = (kind: string): boolean => kind === chargeRefusals.bank || kind === chargeRefusals.gateway;

/** Finds the obstacle that keeps an order's money from moving; undefined if there is none. */
export function moneyTroubleOf({ state, money, refunds, events }: MoneyHistory): MoneyTrouble | undefined {
  if (refunds.some((refund) => refund.state === "requested" && refund.refused_by !== null)) return "refund";
  if (money !== "authorized" || state === "canceled") return undefined;
  if (events.some(({ kind }) => kind === lapsed)) return "lapsed";
  return events.some(({ kind }) => isChargeRefusal(kind)) ? "charge" : undefined;
}

/** Why the last attempt to charge an order was refused. */
export function chargeRefusalOf(events: readonly { kind: string; note: string }[]): MoneyRefusal | undefined {
  const last = events.findLast(({ kind }) => isChargeRefusal(kind));
  if (!last) return undefined;
  return { by: last.kind === chargeRefusals.bank ? "bank" : "gateway", code: last.note };
}
