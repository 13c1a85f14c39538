import type { Request, Response } from "express";
import type { CardForm } from "../config.ts";
import { type FieldError, type Outcome, ok, refuse } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { parseInput } from "../web/read.ts";
import { isNative } from "../web/respond.ts";
import { readFields } from "./body.ts";
import { CardData } from "./gateways/card-data.ts";
import type { PaymentMeans } from "./gateways/gateway.ts";
import { type CalendarMonth, cardErrors, tidyCard } from "./rules/card.ts";
import { paymentCall, paymentForm } from "./schema.ts";

/**
 * The payment call's fields. The card is wrapped and separate from the fields that a page may show
 * again.
 */
export type PaymentForm = {
  checkoutId: string;
  quote: string | undefined;
  formKey: string | undefined;
  work: string | undefined;
  /** the payment method without a card that was chosen */
  meansId: string | undefined;
  means: PaymentMeans | undefined;
  cardErrors: readonly FieldError[];
};

const cardFields: ReadonlySet<string> = new Set(["cardNumber", "expirationDate", "securityCode", "cardName", "paymentDetails"]);

/**
 * The fields without the card. Only these may be shown again, or reach other parts of the server.
 */
const withoutCard = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !cardFields.has(name)));

type ReadForm = { open: Record<string, unknown>; form: Outcome<PaymentForm> };

/**
 * Parses the call. A malformed body is refused immediately. A wrong shape is returned in `form`, so
 * that it is refused only after the token check.
 */
export async function readPayment({ gateway, now, config }: Shop, req: Request, res: Response): Promise<Outcome<ReadForm>> {
  const fields = await readFields(req, res);
  if (!fields.ok) return fields;
  const { tokens } = gateway.capabilities;
  const form = formOf(fields.value, { native: isNative(req), month: monthAt(now()), tokens, cardForm: config.cardForm });
  return ok({ open: withoutCard(fields.value), form });
}

type PaymentFormContext = { native: boolean; month: CalendarMonth; tokens: boolean; cardForm: CardForm };

function formOf(fields: Record<string, unknown>, { native, month, tokens, cardForm }: PaymentFormContext): Outcome<PaymentForm> {
  const parsed = parseInput<typeof paymentForm | typeof paymentCall>(native ? paymentForm : paymentCall, fields);
  if (!parsed.ok) return parsed;
  const { checkoutId, quote, formKey, work, means, paymentDetails } = parsed.value;
  const press = { checkoutId, quote, formKey, work, meansId: means || undefined };
  // The shopper may have typed a card first, and chosen another method then: the card is dropped.
  if (press.meansId !== undefined) return ok({ ...press, means: undefined, cardErrors: [] });
  if (paymentDetails && "token" in paymentDetails)
    return tokens
      ? ok({ ...press, means: { token: paymentDetails.token }, cardErrors: [] })
      : refuse("invalid", "We accept cards by number only.");
  if (cardForm === "hosted")
    return paymentDetails && Object.values(paymentDetails).some((text) => text !== "")
      ? refuse("invalid", "You can enter your card only on our payment provider’s page.")
      : ok({ ...press, means: undefined, cardErrors: [] });
  const card = tidyCard(paymentDetails ?? { cardNumber: "", expirationDate: "", securityCode: "", cardName: "" });
  return ok({ ...press, means: { card: new CardData(card) }, cardErrors: cardErrors(card, month) });
}

/**
 * A card is valid until its last month has ended everywhere on earth, twelve hours after it ended
 * in UTC.
 */
function monthAt(now: number): CalendarMonth {
  const west = new Date(now - 12 * 3_600_000);
  return { year: west.getUTCFullYear(), month: west.getUTCMonth() + 1 };
}
