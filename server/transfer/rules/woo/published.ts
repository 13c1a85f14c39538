import { type Outcome, refuse } from "../../../outcome.ts";
import { truncated } from "../truncated.ts";
import type { Columns } from "./columns.ts";
import type { Remarks } from "./remarks.ts";
import type { WooRow } from "./row.ts";

/**
 * Whether a status is public: 0 is private, -1 a draft, 2 pending review. As in WooCommerce, an
 * empty cell means a draft, but without the column all products are public.
 */
const statuses: Record<string, boolean> = { "1": true, true: true, "0": false, false: false, "-1": false, "2": false, "": false };
const visibilities = ["", "visible", "catalog", "search", "hidden"];

/**
 * Whether a variation is switched off, which WooCommerce writes as private. A draft does not count:
 * all variations of a draft product are drafts.
 */
export const isSwitchedOff = (variation: WooRow): boolean => variation.cell("Published") === "0";

/**
 * Whether a row is published. Refuses an unknown status with `invalid`. Records products of limited
 * visibility in `remarks`.
 */
export function readPublished(row: WooRow, { at }: Columns, remarks: Remarks): Outcome<boolean> {
  const status = row.cell("Published").toLowerCase();
  if (!Object.hasOwn(statuses, status)) return refuse("invalid", `Published “${truncated(status)}” is not 1, 0, or -1`);
  const visibility = row.cell("Visibility in catalog").toLowerCase();
  if (!visibilities.includes(visibility))
    return refuse("invalid", `Visibility in catalog “${truncated(visibility)}” is not visible, catalog, search, or hidden`);
  const open = statuses[status] === true || !at.has("Published");
  if (open && visibility === "hidden") remarks.add("hidden", row.line);
  if (visibility === "catalog" || visibility === "search") remarks.add("partly", row.line);
  return { ok: true, value: open && visibility !== "hidden" };
}
