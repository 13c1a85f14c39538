import type { Dates } from "../../dates.ts";
import type { Row } from "../../db/tables.ts";
import { dollars } from "../../money.ts";
import { cardText } from "../../orders/rules/card-brands.ts";
import type { OrderSnapshot } from "../../orders/snapshot.ts";
import type { Refusal } from "../../outcome.ts";
import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffHeldPaymentPath, staffOrdersPath } from "../paths.ts";

/** `canDecide`: the gateway can be told a decision that was made here. */
type HeldInput = { attempts: readonly Row<"attempt">[]; canDecide: boolean };
type PageState = { notice?: string | undefined; refusal?: Refusal | undefined };

const row = ({ id, amount, brand, last4, updated_at, snapshot }: Row<"attempt">, dates: Dates) => ({
  since: dates.moment(updated_at),
  email: (JSON.parse(snapshot) as Partial<OrderSnapshot>).email ?? "",
  card: cardText({ brand, last4 }),
  amount: dollars(amount),
  action: staffHeldPaymentPath(id),
});

/** The payments that the card gateway holds for review. */
export const heldPaymentsPage = (
  context: StaffContext,
  dates: Dates,
  { attempts, canDecide }: HeldInput,
  { notice, refusal }: PageState = {},
) => ({
  ...staffFrame(context, "Payments under review", staffOrdersPath),
  token: context.token,
  notice,
  formError: refusal?.errors?.[0]?.message ?? refusal?.error,
  canDecide,
  rows: attempts.map((attempt) => row(attempt, dates)),
});

type HeldPaymentsPage = ReturnType<typeof heldPaymentsPage>;
export const heldPaymentsView = view<HeldPaymentsPage>("staff/held-payments");
