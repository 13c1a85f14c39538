import type { SignupFormProps } from "../../../islands/identity/signup-form.props.ts";
import { findVariants } from "../../catalog/variants.ts";
import { signInFor } from "../../customers/paths.ts";
import { profileOf } from "../../customers/profile.ts";
import { normaliseEmail } from "../../customers/rules/email.ts";
import { isSignInEmail } from "../../customers/rules/sign-in-email.ts";
import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import { view } from "../../web/view.ts";
import type { Visitor } from "../../web/visitor.ts";
import { type AfterSale, afterSaleOf } from "../after-sale.ts";
import type { Order } from "../find.ts";
import { moneyStateOf } from "../ledger.ts";
import { moneyTroublesOf } from "../money-troubles.ts";
import { confirmationPath, orderPath } from "../paths.ts";
import { markReported } from "../queries.ts";
import { isPayer, maySeeDetails } from "../rules/access.ts";
import { purchaseEvent } from "../rules/purchase.ts";
import { moneyWord, stateWord } from "../rules/words.ts";
import type { SnapshotLine } from "../snapshot.ts";
import { laterTotals, lineNote } from "./after-sale.ts";
import { lineDetails, orderDetails } from "./order-details.ts";

const steps = ["Contact", "Shipping", "Method", "Payment", "Confirmation"];
const frame = {
  layout: "checkout",
  robots: "noindex",
  steps: steps.map((name, at) => ({ name, current: at === steps.length - 1, done: at < steps.length - 1 })),
} as const;

type ConfirmationPageInput = {
  visitor: Visitor;
  now: number;
  dates: Dates;
  /** whether the page is displayed: no HEAD and no prefetch */
  isPageView: boolean;
  /** makes the token of a form; sets cookies */
  token: () => string;
  /** how the sign-up form detects bots */
  botCheck: SignupFormProps["bots"];
};

type ConfirmationPage = Awaited<ReturnType<typeof confirmationPage>>;
export const confirmationView = view<ConfirmationPage>("orders/confirmation");

/**
 * The confirmation screen shows everything to the payer and the order's customer. Others see only
 * that an order was placed.
 */
export async function confirmationPage(db: Db, order: Order, input: ConfirmationPageInput) {
  const { visitor, now, dates, isPageView } = input;
  // A visitor with an ended session is treated like anybody else.
  const signIn = visitor.customerId === undefined ? signInFor(confirmationPath(order.id)) : undefined;
  if (!maySeeDetails(order, visitor, now)) return { ...frame, title: "Thank you", signIn };
  const purchase = isPageView ? await purchaseOnce(db, order, now) : {};
  const owned = visitor.customerId !== undefined && order.customerId === visitor.customerId;
  const way = owned ? { orderPath: orderPath(order.id) } : {};
  return {
    ...frame,
    title: `Order ${order.number}`,
    signIn,
    order: await detailsOf(db, order, dates),
    ...way,
    ...purchase,
    ...(await accountOf(db, order, input)),
  };
}

/**
 * A guest who paid may open an account with just a password. A signed-in customer who paid with
 * their own email has to confirm this email if they have not done so yet. The page never tells
 * whether the email has an account.
 */
async function accountOf(db: Db, order: Order, { visitor, now, token, botCheck }: ConfirmationPageInput) {
  const { id, email } = order;
  if (!isPayer(order, visitor, now)) return {};
  if (visitor.customerId === undefined)
    return isSignInEmail(email) ? { account: accountForm({ id, email }, token(), botCheck) } : {};
  const profile = await profileOf(db, visitor.customerId);
  const waits = profile.email_verified === 0 && normaliseEmail(profile.email) === normaliseEmail(email);
  return waits && order.customerId === null ? { unconfirmed: email } : {};
}

function accountForm(order: { id: string; email: string }, token: string, bots: SignupFormProps["bots"]) {
  const next = confirmationPath(order.id);
  const form: SignupFormProps = { token, next, order, typed: { email: "", first_name: "", last_name: "" }, errors: [], bots };
  return { form };
}

/** The purchase event, only for the first view of an order's page (I12). */
async function purchaseOnce(db: Db, order: Order, now: number) {
  return (await markReported(db, order.id, now)) ? { purchase: purchaseEvent(order) } : {};
}

/**
 * The state of an order and its money, for its page; undefined if nothing has changed since the
 * sale.
 */
async function orderStatus(db: Db, order: Order, afterSale: AfterSale) {
  const later = laterTotals(order.total, afterSale);
  const isAsPlaced = order.state === "placed" && !order.cancelationRequested && !order.isPartShipped && !later;
  if (isAsPlaced) return undefined;
  const money = await moneyStateOf(db, order.id);
  const trouble = (await moneyTroublesOf(db, [{ ...order, money }])).get(order.id);
  return { state: stateWord(order), money: moneyWord(money, order.state, order.total, trouble), later };
}

async function detailsOf(db: Db, order: Order, dates: Dates) {
  const variants = await findVariants(db, [...new Set(order.lines.map(({ variantId }) => variantId))]);
  const backdropColourOf = ({ variantId }: SnapshotLine) =>
    variants.find(({ id }) => id === variantId)?.backdropColour ?? "black";
  const afterSale = await afterSaleOf(db, order.id);
  return {
    ...orderDetails(order, dates),
    lines: order.lines.map((line) => ({
      ...lineDetails(line),
      note: lineNote(afterSale, line.id),
      backdropColour: backdropColourOf(line),
    })),
    standing: await orderStatus(db, order, afterSale),
  };
}
