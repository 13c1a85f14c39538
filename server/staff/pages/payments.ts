import type { Dates } from "../../dates.ts";
import type { Row } from "../../db/tables.ts";
import type { OpenJob } from "../../jobs/find.ts";
import { dollars } from "../../money.ts";
import type { RefusedRefund } from "../../orders/request-refund.ts";
import { cardText } from "../../orders/rules/card-brands.ts";
import { refuserWords } from "../../orders/rules/refused-money.ts";
import type { Refusal } from "../../outcome.ts";
import type { RefusedMoney } from "../../payments/refused.ts";
import { limitedWords, type ReachedLimit } from "../../payments/rules/decline-limit.ts";
import { staffOrderPath, staffPaymentLookUpPath, staffPaymentsPath } from "../paths.ts";
import type { ReturnPreview } from "../payment-actions.ts";
import { mayEnter } from "../rules/roles.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import { whoOf } from "./history.ts";

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

const decidedWords: Partial<Record<Orphan["state"], { text: string; tone: string }>> = {
  accepted: { text: "Left as it is", tone: "" },
  voided: { text: "Hold released", tone: "state--good" },
  refunded: { text: "Refunded", tone: "state--good" },
};

type PaymentsInput = {
  /** of declined cards, that are reached now */
  limits: readonly ReachedLimit[];
  refusedMoney: RefusedMoney;
  attempts: readonly Attempt[];
  orphans: readonly Orphan[];
  /** of orders, by their ids */
  numbers: ReadonlyMap<string, number>;
  /** what was returned or left as it is, the latest first, and by whom, by the gateway's references */
  decided: readonly Orphan[];
  deciders: ReadonlyMap<string, string>;
  /** of the staff, by their ids */
  names: ReadonlyMap<string, string>;
};

type Shown = {
  notice?: string | undefined;
  refusal?: Refusal | undefined;
  /** what a return would give back, where that is to be agreed to first */
  preview?: ReturnPreview | undefined;
};

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

const mayStay = ({ state, reason }: Orphan): boolean => state === "reported" && (reason === "lost" || reason === "foreign");

/** What every list says of a payment without an order; `label` tells its buttons from others. */
const moneyOf = (orphan: Orphan, dates: Dates) => ({
  key: orphan.key,
  amount: dollars(orphan.amount),
  card: cardText(orphan),
  label: `${dollars(orphan.amount)} of ${dates.moment(orphan.authorized_at).text}`,
});

const orphanRow = (orphan: Orphan, dates: Dates) => ({
  ...moneyOf(orphan, dates),
  at: dates.moment(orphan.authorized_at),
  reason: reasonWords[orphan.reason],
  isReturning: orphan.state === "returning",
  mayStay: mayStay(orphan),
});

const decidedRow = (orphan: Orphan, { deciders, names }: PaymentsInput, dates: Dates) => {
  const decider = deciders.get(orphan.ref);
  return {
    ...moneyOf(orphan, dates),
    at: dates.moment(orphan.updated_at),
    what: decidedWords[orphan.state]?.text ?? orphan.state,
    tone: decidedWords[orphan.state]?.tone ?? "",
    who: decider === undefined ? "the shop, by itself" : whoOf(decider, names),
    mayReturn: orphan.state === "accepted",
  };
};

const refusedText = ({ payers, count, until }: ReachedLimit, dates: Dates): string =>
  `${count} cards from ${limitedWords(payers)} were declined within an hour. Somebody may be testing stolen cards, so cards from ` +
  `${limitedWords(payers)} are refused until at least ${dates.moment(until).text}.`;

/** Names the money before it moves. */
function confirmationOf({ key, amount, orphans }: ReturnPreview, dates: Dates) {
  const facts = orphans.map((orphan) =>
    [dollars(orphan.amount), cardText(orphan), `authorized ${dates.moment(orphan.authorized_at).text}`]
      .filter(Boolean)
      .join(", "),
  );
  return {
    key,
    amount: String(amount),
    words: `This gives the money back: ${facts.join("; ")}; key ${key}. It can’t be undone.`,
    button: `Return ${dollars(amount)}`,
  };
}

const refundRow = ({ number, amount, by, code, at }: RefusedRefund, dates: Dates) => ({
  since: dates.moment(at),
  number: number as number | undefined,
  href: staffOrderPath(number) as string | undefined,
  what: "Refund",
  reason: `${refuserWords[by]}: ${code}`,
  amount: dollars(amount) as string | undefined,
});

function chargeRow({ subject, state, failure, createdAt }: OpenJob, { numbers }: PaymentsInput, dates: Dates) {
  const number = numbers.get(subject);
  const reason = state === "failed" ? `never charged, and the authorization has lapsed: ${failure}` : failure;
  const href = number === undefined ? undefined : staffOrderPath(number);
  return { since: dates.moment(createdAt), number, href, what: "Charge", reason, amount: undefined };
}

/** Payments that are not decided, and what the gateway holds for no order. */
export const paymentsPage = (desk: DeskInput, dates: Dates, found: PaymentsInput, { notice, refusal, preview }: Shown = {}) => ({
  ...deskFrame(desk, "Payments", staffPaymentsPath),
  token: desk.token,
  notice,
  formError: refusal?.error,
  mayAct: mayEnter(desk.staff.role, { area: "payments", access: "write" }),
  refused: found.limits.map((limit) => refusedText(limit, dates)),
  refusedMoney: [
    ...found.refusedMoney.charges.map((job) => chargeRow(job, found, dates)),
    ...found.refusedMoney.refunds.map((refund) => refundRow(refund, dates)),
  ],
  attempts: found.attempts.map((attempt) => attemptRow(attempt, found, dates)),
  orphans: found.orphans.map((orphan) => orphanRow(orphan, dates)),
  confirm: preview && confirmationOf(preview, dates),
  decided: found.decided.map((orphan) => decidedRow(orphan, found, dates)),
  canAccept: found.orphans.filter(mayStay).length > 1,
  isSuspended: found.orphans.some(({ state, reason }) => state === "reported" && reason === "lost"),
});

export type PaymentsPage = ReturnType<typeof paymentsPage>;
