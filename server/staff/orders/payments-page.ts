import type { Dates } from "../../dates.ts";
import type { Row } from "../../db/tables.ts";
import { dollars } from "../../money.ts";
import type { RefusedRefund } from "../../orders/request-refund.ts";
import { cardText } from "../../orders/rules/card-brands.ts";
import { asksAgainWords, type MoneyRefusal, refuserWords } from "../../orders/rules/refused-money.ts";
import type { Refusal } from "../../outcome.ts";
import { longestMeans } from "../../payments/other-means.ts";
import type { RefusedCharge, RefusedMoney } from "../../payments/refused.ts";
import { readText } from "../../read-text.ts";
import { type StateLabel, stateLabel } from "../../state-label.ts";
import { view } from "../../web/view.ts";
import { type FieldView, fieldError } from "../forms/field-view.ts";
import { orderHref, type StaffContext, staffFrame } from "../frame.ts";
import { staffOrphanReturnPath, staffOrphansAcceptPath, staffPaymentLookUpPath, staffPaymentsPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { whoOf } from "../records/history-page.ts";
import { limitLine, type ShopLimitState } from "../reports/rules/shop-limits.ts";
import type { Decision, OrphanPreview } from "./payment-actions.ts";

type Attempt = Row<"attempt">;
type Orphan = Row<"orphan_authorization">;

const attemptWords: Partial<Record<Attempt["state"], StateLabel>> = {
  created: stateLabel("waiting", "About to be sent"),
  sent: stateLabel("waiting", "Sent, no answer yet"),
  unknown: stateLabel("todo", "Outcome unknown"),
  elsewhere: stateLabel("waiting", "Shopper is on the payment page"),
  held: stateLabel("todo", "Under review at the card gateway"),
  authorized: stateLabel("waiting", "Approved, order being written"),
  voiding: stateLabel("waiting", "Hold being released"),
  refunding: stateLabel("waiting", "Refund on its way"),
};
const undecided: readonly Attempt["state"][] = ["sent", "unknown", "elsewhere", "held", "authorized"];

const reasonWords: Readonly<Record<Orphan["reason"], string>> = {
  ended: "Its payment ended here without an order",
  duplicate: "Its order was paid by another authorization",
  lost: "Made under this shop’s key, but not in the database",
  foreign: "Not made by this shop",
};

const decidedWords: Partial<Record<Orphan["state"], StateLabel>> = {
  accepted: stateLabel("waiting", "Left as it is"),
  voided: stateLabel("done", "Hold released"),
  refunded: stateLabel("done", "Refunded"),
};

type PaymentsInput = {
  /** the limits of declined cards that are reached now */
  limits: readonly ShopLimitState[];
  refusedMoney: RefusedMoney;
  attempts: readonly Attempt[];
  orphans: readonly Orphan[];
  /** why the last try to return a payment was refused, by the gateway's references */
  refusals: ReadonlyMap<string, MoneyRefusal>;
  /** order numbers by the orders' ids */
  numbers: ReadonlyMap<string, number>;
  /**
   * the returned and the accepted payments, the latest first; the decisions on them, by the
   * gateway's references
   */
  decided: readonly Orphan[];
  decisions: ReadonlyMap<string, Decision>;
  /** the decided payments that were handled in another way, and are never returned */
  handled: ReadonlySet<string>;
  /** names of the staff by their ids */
  names: ReadonlyMap<string, string>;
};

type PaymentsPageState = {
  notice?: string | undefined;
  refusal?: Refusal | undefined;
  /** the payments to return or accept, if the person has to agree to that first */
  preview?: OrphanPreview | undefined;
  typed?: Record<string, unknown>;
};

const attemptRow = (
  context: StaffContext,
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
    href: orderHref(context, number),
    lookUp: undecided.includes(state) ? staffPaymentLookUpPath(id) : undefined,
  };
};

const mayStay = ({ state, reason }: Orphan): boolean => state === "reported" && (reason === "lost" || reason === "foreign");

/**
 * The values of a payment without an order for every list; `label` distinguishes its buttons from
 * the buttons of other payments.
 */
const moneyOf = (orphan: Orphan, dates: Dates) => ({
  key: orphan.key,
  amount: dollars(orphan.amount),
  card: cardText(orphan),
  label: `${dollars(orphan.amount)} of ${dates.moment(orphan.authorized_at).text}`,
});

const orphanRow = (orphan: Orphan, { refusals }: PaymentsInput, dates: Dates) => {
  const refusal = refusals.get(orphan.ref);
  return {
    ...moneyOf(orphan, dates),
    at: dates.moment(orphan.authorized_at),
    reason: reasonWords[orphan.reason],
    refused: refusal && `The return was refused by ${refuserWords[refusal.by]}: ${refusal.code}`,
    asksAgain: refusal && asksAgainWords[refusal.by],
    isReturning: orphan.state === "returning",
    mayStay: mayStay(orphan),
  };
};

/** The form that accepts money whose return was refused; undefined if there is none. */
function leavingForm({ orphans, refusals }: PaymentsInput, dates: Dates, { refusal, preview, typed = {} }: PaymentsPageState) {
  const refused = orphans.filter(({ ref, reason }) => refusals.has(ref) && reason !== "ended");
  const [only] = refused;
  if (!only) return undefined;
  const chosen = readText(typed.key);
  const choices = [...new Map(refused.map((orphan) => [orphan.key, orphan])).values()].map((orphan) => ({
    value: orphan.key,
    label: `${moneyOf(orphan, dates).label}, key ${orphan.key}`,
    selected: orphan.key === chosen,
  }));
  const isOne = choices.length === 1;
  return {
    key: isOne ? only.key : undefined,
    choice: { kind: "select", name: "key", label: "Which payment", value: chosen, choices } satisfies FieldView as FieldView,
    words: isOne ? `${dollars(only.amount)}, key ${only.key}` : undefined,
    note: {
      name: "note",
      label: "How it was handled",
      hint: "Such as “paid back in cash”. It stands below, with who recorded it.",
      error: fieldError(refusal, "note"),
      // A preview without a note is of another form: this form then shows no note.
      value: preview && preview.note === undefined ? "" : readText(typed.note),
      required: true,
      maxlength: String(longestMeans),
      autocomplete: "off",
    },
  };
}

const decidedRow = (orphan: Orphan, { decisions, handled, names }: PaymentsInput, dates: Dates) => {
  const decision = decisions.get(orphan.ref);
  return {
    ...moneyOf(orphan, dates),
    at: dates.moment(orphan.updated_at),
    what: decidedWords[orphan.state]?.text ?? orphan.state,
    tone: decidedWords[orphan.state]?.tone ?? "",
    note: orphan.state === "accepted" ? decision?.note : undefined,
    who: decision === undefined ? "the shop, by itself" : whoOf(decision.actor, names),
    mayReturn: orphan.state === "accepted" && !handled.has(orphan.ref),
  };
};

const limitText = (limit: ShopLimitState, dates: Dates): string =>
  `${limit.count} ${limitLine(limit, dates.moment(limit.until).text)}. Somebody may be testing stolen cards.`;

/** Describes the money that a decision would return or accept. */
function confirmationOf({ key, amount, seen, orphans, note }: OrphanPreview, dates: Dates) {
  const facts = orphans.map((orphan) =>
    [
      dollars(orphan.amount),
      cardText(orphan),
      `authorized ${dates.moment(orphan.authorized_at).text}`,
      orphan.state === "accepted" ? "left as it is so far" : "",
    ]
      .filter(Boolean)
      .join(", "),
  );
  const money = `${facts.join("; ")}; key ${key}`;
  const fields = [
    { name: "key", value: key },
    ...(note === undefined ? [] : [{ name: "note", value: note }]),
    { name: "shownAmount", value: String(amount) },
    { name: "seen", value: seen },
  ];
  if (note === undefined)
    return {
      action: staffOrphanReturnPath,
      fields,
      button: `Return ${dollars(amount)}`,
      words: `This gives the money back: ${money}. A hold is released, and what was charged is refunded. It can’t be undone.`,
    };
  return {
    action: staffOrphansAcceptPath,
    fields,
    button: `Leave ${dollars(amount)} as it is`,
    words: `This leaves the money as it is, and the shop never tries to return it again: ${money}. How it was handled: ${note}. It can’t be undone.`,
  };
}

const refundRow = (context: StaffContext, { number, amount, by, code, at }: RefusedRefund, dates: Dates) => ({
  since: dates.moment(at),
  number: number as number | undefined,
  href: orderHref(context, number),
  what: "Refund",
  reason: `${refuserWords[by]}: ${code}`,
  amount: dollars(amount) as string | undefined,
});

function chargeRow(context: StaffContext, charge: RefusedCharge, { numbers }: PaymentsInput, dates: Dates) {
  const { subject, state, failure, createdAt, refusal, amount } = charge;
  const number = numbers.get(subject);
  const refused = refusal ? `${refuserWords[refusal.by]}: ${refusal.code}` : failure;
  return {
    since: dates.moment(createdAt),
    number,
    href: orderHref(context, number),
    what: "Charge",
    reason: state === "failed" ? `never charged, and the authorization has lapsed; ${refused}` : refused,
    amount: amount === undefined ? undefined : dollars(amount),
  };
}

/** Undecided payments, and money that the gateway holds for no order. */
export const paymentsPage = (context: StaffContext, dates: Dates, input: PaymentsInput, pageState: PaymentsPageState = {}) => ({
  ...staffFrame(context, "Payments", staffPaymentsPath),
  token: context.token,
  notice: pageState.notice,
  formError: pageState.refusal?.errors?.[0]?.message ?? pageState.refusal?.error,
  mayAct: may(context.staff, "payments:write"),
  mayDecide: may(context.staff, "orders:refund"),
  refused: input.limits.map((limit) => limitText(limit, dates)),
  refusedMoney: [
    ...input.refusedMoney.charges.map((job) => chargeRow(context, job, input, dates)),
    ...input.refusedMoney.refunds.map((refund) => refundRow(context, refund, dates)),
  ],
  attempts: input.attempts.map((attempt) => attemptRow(context, attempt, input, dates)),
  orphans: input.orphans.map((orphan) => orphanRow(orphan, input, dates)),
  leaving: leavingForm(input, dates, pageState),
  confirm: pageState.preview && confirmationOf(pageState.preview, dates),
  decided: input.decided.map((orphan) => decidedRow(orphan, input, dates)),
  canAccept: input.orphans.filter(mayStay).length > 1,
  isSuspended: input.orphans.some(({ state, reason }) => state === "reported" && reason === "lost"),
});

type PaymentsPage = ReturnType<typeof paymentsPage>;
export const paymentsView = view<PaymentsPage>("staff/payments");
