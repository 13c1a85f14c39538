import type { TaxAmounts, TaxRequest } from "./rules/tax-request.ts";

/**
 * The port that a checkout asks for tax where the built-in table (`tax_rate`) is not to count. An
 * adapter is called outside transactions, keeps a deadline, and throws nothing.
 */
export type TaxService = {
  /** while it does not answer: refuse to quote a total, or take the table's tax */
  whenAway: "refuse" | "table";
  /** Integer cents for each line and for shipping; undefined: no usable answer. */
  calculate(request: TaxRequest): Promise<TaxFound | undefined>;
};

/** `reference` is the service's own name for its answer. */
export type TaxFound = TaxAmounts & { reference: string };
