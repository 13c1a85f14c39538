import { type Cents, dollars } from "../../money.ts";
import type { MoneyState } from "./ledger.ts";
import type { OrderState } from "./state.ts";

/** `bank`: it declined. `gateway`: it refused the call itself. */
type RefusedBy = "bank" | "gateway";

/** What the gateway answered instead of moving money; `code` is its own word for the reason. */
export type MoneyRefusal = { by: RefusedBy; code: string };

/** Kinds of events. */
export const lapsed = "authorization lapsed";
export const chargeRefusals: Readonly<Record<RefusedBy, string>> = { bank: "charge declined", gateway: "charge refused" };
export const refundRefusals: Readonly<Record<RefusedBy, string>> = { bank: "refund declined", gateway: "refund refused" };
export const settledKind = "refunded by other means";

/** What the history keeps of a refund by other means than the card: its amount, and how it was paid. */
export const settledNote = (amount: Cents, note: string): string => `${dollars(amount)}, ${note}`;
/** How it was paid; empty once its order's texts were erased. */
export const settledMeans = (amount: Cents, note: string): string => note.slice(settledNote(amount, "").length);

export const refuserWords: Readonly<Record<RefusedBy, string>> = { bank: "the bank", gateway: "the card gateway" };

/** How it goes on; no stop behind it. */
export const asksAgainWords: Readonly<Record<RefusedBy, string>> = {
  bank: "The shop asks again once a day",
  gateway: "The shop asks again",
};

/** `refund`: one was refused, and is tried again. `charge`: the charge was. `lapsed`: nothing was charged, and can't be any more. */
export type MoneyTrouble = "refund" | "charge" | "lapsed";

type Standing = {
  state: OrderState;
  money: MoneyState;
  refunds: readonly { state: string; refused_by: RefusedBy | null }[];
  events: readonly { kind: string }[];
};

/** Kinds of the events that it depends on. */
export const troubleKinds: readonly string[] = [lapsed, ...Object.values(chargeRefusals)];

const isChargeRefusal = (kind: string): boolean => Object.values(chargeRefusals).includes(kind);

/** What keeps an order's money from moving; undefined where nothing does. */
export function moneyTroubleOf({ state, money, refunds, events }: Standing): MoneyTrouble | undefined {
  if (refunds.some((refund) => refund.state === "requested" && refund.refused_by !== null)) return "refund";
  if (money !== "authorized" || state === "canceled") return undefined;
  if (events.some(({ kind }) => kind === lapsed)) return "lapsed";
  return events.some(({ kind }) => isChargeRefusal(kind)) ? "charge" : undefined;
}

/** Why the last try to charge an order was refused. */
export function chargeRefusalOf(events: readonly { kind: string; note: string }[]): MoneyRefusal | undefined {
  const last = events.findLast(({ kind }) => isChargeRefusal(kind));
  if (!last) return undefined;
  return { by: last.kind === chargeRefusals.bank ? "bank" : "gateway", code: last.note };
}
