import type { shipmentDetails } from "../orders/shipment-details.ts";
import { tableOf } from "./table.ts";

/**
 * A table of an order's packages, each with its contents and its tracking number; empty if
 * everything was sent in one package.
 */
export function packagesTable(packages: ReturnType<typeof shipmentDetails>): string[] {
  if (packages.length === 0) return [];
  const rows = packages.map(({ n, sent, units, carrier, tracking, href }) => [
    ...[String(n), sent.text, carrier ?? "", tracking ?? "", units, href ?? ""],
  ]);
  return [tableOf([["PACKAGE", "SHIPPED", "CARRIER", "TRACKING", "CONTENTS", "LINK"], ...rows])];
}
