import { createHash } from "node:crypto";
import { type TaxRequest, taxRequestOf } from "./rules/tax-request.ts";

/** The service's request for these lines, and a short key that equal requests share. */
export function taxKeyOf(
  priced: Parameters<typeof taxRequestOf>[1] & { lines: Parameters<typeof taxRequestOf>[0] },
  place: Parameters<typeof taxRequestOf>[2],
): { request: TaxRequest; key: string } {
  const request = taxRequestOf(priced.lines, priced, place);
  return { request, key: createHash("sha256").update(JSON.stringify(request)).digest("base64url").slice(0, 22) };
}
