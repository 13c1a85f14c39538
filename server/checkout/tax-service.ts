import type { TaxAmounts, TaxRequest } from "./rules/tax-request.ts";

/**
 * The port for a tax service that replaces the built-in table (`tax_rate`). An adapter is called
 * outside transactions, keeps a deadline, and never throws.
 */
export type TaxService = {
  /** if it does not answer: refuse to quote a total, or take the table's tax */
  whenAway: "refuse" | "table";
  /** Integer cents for each line and for shipping; undefined: no usable answer. */
  calculate(request: TaxRequest): Promise<TaxQuote | undefined>;
};

/** `reference` is the service's name for its answer. */
export type TaxQuote = TaxAmounts & { reference: string };
