import type { FieldError } from "../../outcome.ts";

/** A payment method without a card, as the owner sets it. */
export type MeansFields = {
  name: string;
  /** Markdown: what the shopper has to do */
  instructions: string;
  /** days from the order until it is canceled unpaid */
  termDays: number;
  /** orders are packed before they are paid */
  shipsUnpaid: boolean;
  active: boolean;
};

export type Means = MeansFields & { id: string };

const longestName = 60;
export const longestInstructions = 2000;
const longestTerm = 365;

/** The errors in the owner's fields of a payment method without a card. */
export function meansErrors({ name, instructions, termDays }: MeansFields): FieldError[] {
  const isNamed = name.trim() !== "" && name.length <= longestName;
  const isTold = instructions.trim() !== "" && instructions.length <= longestInstructions;
  const isTerm = Number.isInteger(termDays) && termDays >= 1 && termDays <= longestTerm;
  return [
    ...(isNamed ? [] : [{ field: "name", message: `Enter a name of up to ${longestName} characters.` }]),
    ...(isTold ? [] : [{ field: "instructions", message: "Say what the shopper has to do, in up to 2,000 characters." }]),
    ...(isTerm ? [] : [{ field: "termDays", message: `Enter 1 to ${longestTerm} days.` }]),
  ];
}
