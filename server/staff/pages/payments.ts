import type { Dates } from "../../dates.ts";
import type { Row } from "../../db/tables.ts";
import { dollars } from "../../money.ts";
import { cardText } from "../../orders/rules/card-brands.ts";
import type { Refusal } from "../../outcome.ts";
import { staffOrderPath, staffPaymentLookUpPath, staffPaymentsPath } from "../paths.ts";
import { mayEnter } from "../rules/roles.ts";
import { type DeskInput, deskFrame } from "./desk.ts";

type Attempt = Row<"attempt">;
type Orphan = Row<"orphan_authorization">;

const attemptWords: Partial<Record<Attempt["state"], { text: string; tone: string }>> = {
  created: { text: "About to be sent", tone: "" },
  sent: { text: "Sent, no answer yet", tone: "state--wait" },
  unknown: { text: "Outcome unknown", tone: "state--wait" },
  authorized: { text: "Approved, order being written", tone: "state--wait" },
  voiding: { text: "Hold being released", tone: "" },
  refunding: { text: "Refund on its way", tone: "" },
};
const undecided: readonly Attempt["state"][] = ["sent", "unknown", "authorized"];

const reasonWords: Readonly<Record<Orphan["reason"], string>> = {
  ended: "Its payment ended here without an order",
  duplicate: "Its order was paid by another authorization",
  lost: "Made under this shop’s key, but not in the database",
  foreign: "Not made by this shop",
};

type PaymentsInput = {
  attempts: readonly Attempt[];
  orphans: readonly Orphan[];
  /** of orders, by their ids */
  numbers: ReadonlyMap<string, number>;
};

type Shown = { notice?: string | undefined; refusal?: Refusal | undefined };

const attemptRow = (
  { id, state, amount, created_at, brand, last4, order_id }: Attempt,
  { numbers }: PaymentsInput,
  dates: Dates,
) => {
  const number = numbers.get(order_id);
  return {
    began: dates.moment(created_at),
    amount: dollars(amount),
    card: cardText({ brand, last4 }),
    state: attemptWords[state]?.text ?? state,
    tone: attemptWords[state]?.tone ?? "",
    number,
    href: number === undefined ? undefined : staffOrderPath(number),
    lookUp: undecided.includes(state) ? staffPaymentLookUpPath(id) : undefined,
  };
};

const orphanRow = ({ key, amount, reason, state, authorized_at }: Orphan, dates: Dates) => ({
  key,
  amount: dollars(amount),
  at: dates.moment(authorized_at),
  reason: reasonWords[reason],
  isReturning: state === "returning",
});

/** Payments that are not decided, and what the gateway holds for no order. */
export const paymentsPage = (desk: DeskInput, dates: Dates, found: PaymentsInput, { notice, refusal }: Shown = {}) => ({
  ...deskFrame(desk, "Payments", staffPaymentsPath),
  token: desk.token,
  notice,
  formError: refusal?.error,
  mayAct: mayEnter(desk.staff.role, { area: "payments", access: "write" }),
  attempts: found.attempts.map((attempt) => attemptRow(attempt, found, dates)),
  orphans: found.orphans.map((orphan) => orphanRow(orphan, dates)),
  canAccept: found.orphans.some(({ state, reason }) => state === "reported" && (reason === "lost" || reason === "foreign")),
  isSuspended: found.orphans.some(({ state, reason }) => state === "reported" && reason === "lost"),
});

export type PaymentsPage = ReturnType<typeof paymentsPage>;
