import type { Cents } from "../../money.ts";

type TaxedOrder = { tax: Cents; lines: readonly { tax: Cents; taxPpm?: number }[] };

/** A row of a receipt: the tax at one rate, or on shipping. */
export type TaxLine = { name: string; amount: Cents };

/**
 * The rows of an order's tax: one for each rate, the largest amount first, then the tax on
 * shipping. The rows add up to the order's tax. An order without tax has one row of $0.
 */
export function taxLines({ tax, lines }: TaxedOrder): TaxLine[] {
  const amounts = new Map<number | undefined, Cents>();
  for (const line of lines.filter((line) => line.tax !== 0)) amounts.set(line.taxPpm, (amounts.get(line.taxPpm) ?? 0) + line.tax);
  const rows = [...amounts]
    .map(([ppm, amount]) => ({ name: ppm === undefined ? "Tax" : `Tax ${ppm / 10_000}%`, amount }))
    .sort((a, b) => b.amount - a.amount);
  const onShipping = tax - rows.reduce((sum, { amount }) => sum + amount, 0);
  if (onShipping !== 0) rows.push({ name: "Tax on shipping", amount: onShipping });
  return rows.length > 0 ? rows : [{ name: "Tax", amount: 0 }];
}
