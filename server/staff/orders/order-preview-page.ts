import { dollars } from "../../money.ts";
import type { OrderPreview } from "./order-previews.ts";

/** The effect of a form, in words, and the fields that its confirming button sends. */
export type OrderConfirmation = { words: string; button: string; fields: { name: string; value: string }[] };

type Of<Action extends OrderPreview["action"]> = Extract<OrderPreview, { action: Action }>;
/** `sums` are the shown sums, in cents. */
type PreviewWords = { words: string; button: string; sums: Record<string, number> };

const unitsOf = (lines: readonly { name: string; units: number }[]): string =>
  lines.map(({ name, units }) => `${units} × ${name}`).join(", ");

function describeCancelation({ lines, released, refund }: Of<"cancelation">, card: string): PreviewWords {
  const stock = `Cancels the order and puts ${unitsOf(lines)} back into stock.`;
  const sums = { shownRefund: released + refund };
  if (released > 0)
    return {
      words: `${stock} The ${dollars(released)} hold on ${card} is released; no money was taken. This can’t be undone.`,
      button: "Cancel the order",
      sums,
    };
  if (refund === 0)
    return { words: `${stock} There is nothing to refund. This can’t be undone.`, button: "Cancel the order", sums };
  const words = `${stock} ${dollars(refund)} goes back to ${card}. This can’t be undone.`;
  return { words, button: `Cancel the order and refund ${dollars(refund)}`, sums };
}

function describeEdit({ removed, name, amount, refund, total }: Of<"edit">, card: string): PreviewWords {
  const sums = { shownAmount: amount, shownRefund: refund };
  const start = `Takes ${removed} × ${name} out`;
  const rest = `The order’s total is ${dollars(total)} then.`;
  if (amount === 0 && refund === 0)
    return { words: `${start}. There is nothing to refund. ${rest}`, button: `Take ${removed} out`, sums };
  if (refund === 0)
    return { words: `${start}: ${dollars(amount)} less is charged to ${card}. ${rest}`, button: `Take ${removed} out`, sums };
  const back = refund === amount ? "which goes back" : `and ${dollars(refund)} goes back`;
  const words = `${start}: ${dollars(amount)} less, ${back} to ${card}. ${rest}`;
  return { words, button: `Take ${removed} out and refund ${dollars(refund)}`, sums };
}

function describeDiscount({ net, tax, amount, refund, total, reason }: Of<"discount">, card: string): PreviewWords {
  const sums = { shownAmount: amount, shownRefund: refund };
  const start = `Takes ${dollars(net)} off the products${tax > 0 ? ` and ${dollars(tax)} off their tax` : ""}.`;
  const end = `The order’s new total is ${dollars(total)}. The shopper reads the reason: ${reason}`;
  const charged = refund < amount ? `${dollars(amount - refund)} less is charged to ${card}. ` : "";
  const back = refund > 0 ? `${dollars(refund)} goes back to ${card}. ` : "";
  const button = refund > 0 ? `Give the discount and refund ${dollars(refund)}` : "Give the discount";
  return { words: `${start} ${charged}${back}${end}`, button, sums };
}

function describeRefund({ refund, left, lines, taken, leavesNothing, shipping }: Of<"refund">, card: string): PreviewWords {
  const refundedNames = [unitsOf(lines), shipping ? "shipping" : ""].filter(Boolean).join(", ");
  const units = refundedNames === "" ? "" : `${refundedNames}: `;
  const rest = left > 0 ? `${dollars(left)} is left.` : "Nothing is left to refund then.";
  const out = taken.length > 0 ? ` Back into stock instead of shipping: ${unitsOf(taken)}.` : "";
  const none = leavesNothing ? " Nothing is left to ship then: cancel the order to put its units back into stock." : "";
  const words = `Refunds ${units}${dollars(refund)} to ${card}. ${rest}${out}${none}`;
  return { words, button: `Refund ${dollars(refund)}`, sums: { shownRefund: refund } };
}

function describeReturn({ end, lines, refund }: Of<"return">, card: string): PreviewWords {
  const isRestocked = end === "restocked";
  const did = isRestocked ? `Puts ${unitsOf(lines)} back into stock` : `Writes ${unitsOf(lines)} off: no stock is added`;
  const money = refund > 0 ? `${dollars(refund)} goes back to ${card}.` : "Nothing is left of it to refund.";
  const paid = refund > 0 ? ` and refund ${dollars(refund)}` : "";
  const button = `${isRestocked ? "Restock" : "Write off"}${paid}`;
  return { words: `${did}. ${money}`, button, sums: { shownRefund: refund } };
}

const describeSettlement = ({ amount, note }: Of<"settlement">): PreviewWords => ({
  words: `Records the refund of ${dollars(amount)} as paid in another way: ${note}. The shopper gets an email that says so. This can’t be undone.`,
  button: `Record ${dollars(amount)} as paid`,
  sums: { shownAmount: amount },
});

function describe(preview: OrderPreview, card: string): PreviewWords {
  if (preview.action === "cancelation") return describeCancelation(preview, card);
  if (preview.action === "edit") return describeEdit(preview, card);
  if (preview.action === "discount") return describeDiscount(preview, card);
  if (preview.action === "settlement") return describeSettlement(preview);
  return preview.action === "refund" ? describeRefund(preview, card) : describeReturn(preview, card);
}

/**
 * Whether the button that confirms a form sends this field of the form again. The fields of a proof
 * of identity are not sent again.
 */
const isResent = (name: string): boolean =>
  /^(lineId|quantity|discountKind|discount|reason|how|amount|shipping|n|means|line-.+)$/.test(name);

/** Asked once more before money of a disputed payment goes back. */
export const disputedText = "This payment is disputed at the bank: a refund may pay the money back twice.";

/**
 * Says what a form of an order's page would do. The button sends the form again with the shown
 * sums. For a disputed payment, a second button follows the first.
 */
export function orderConfirmation(
  preview: OrderPreview,
  card: string | undefined,
  typed: Record<string, unknown>,
  isDisputed: boolean,
): OrderConfirmation {
  const { words, button, sums: shown } = describe(preview, card ?? "the card");
  const warns = isDisputed && preview.action !== "settlement" && Object.keys(shown).some((name) => name in typed);
  const sums = { ...shown, ...(warns && { disputed: 1 }) };
  const fields = Object.entries({ ...typed, ...sums }).flatMap(([name, value]) =>
    isResent(name) || name in sums ? [{ name, value: String(value) }] : [],
  );
  return { words: warns ? `${disputedText} ${words}` : words, button, fields };
}
