import { expect } from "vitest";
import { staffInvoicePath } from "../../server/staff/paths.ts";
import { pageOf } from "../checkout/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";

const centsIn = (text: string | undefined): number => Number((text ?? "").replace("−", "-").replace(/[$,.]/g, ""));

/** An order's invoice as texts. Fails unless its changes add up, down each column and across. */
export async function invoiceOf(staff: TestBrowser, number: number) {
  const page = pageOf(await staff.get(staffInvoicePath(number)));
  const textsIn = (element: Element, selector: string) =>
    [...element.querySelectorAll(selector)].map(({ textContent }) => textContent.replace(/\s+/g, " ").trim());
  const tables = [...page.querySelectorAll("table")].map((table) =>
    [...table.querySelectorAll("tbody tr")].map((row) => textsIn(row as unknown as Element, "td")),
  );
  const sums = [...page.querySelectorAll("dl.amounts")].map((list) => {
    const amounts = textsIn(list as unknown as Element, "dd");
    return Object.fromEntries(textsIn(list as unknown as Element, "dt").map((name, at) => [name, amounts[at]]));
  });
  const [lines = [], changes = []] = tables;
  const cents = changes.map((row) => row.slice(1).map(centsIn));
  for (const [net = 0, tax = 0, total] of cents) expect(net + tax).toBe(total);
  const summed = [0, 1, 2].map((column) => cents.slice(0, -1).reduce((sum, row) => sum + (row[column] ?? 0), 0));
  if (cents.length > 0) expect(cents.at(-1)).toEqual(summed);
  return {
    lines,
    sold: sums[0],
    changes: changes.map((row) => row.join(" ")),
    payments: sums[1] ?? {},
    canceled: textsIn(page as unknown as Element, "strong").find((text) => text.startsWith("Canceled")),
  };
}
