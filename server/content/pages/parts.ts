import type { ShipTo } from "../../catalog/rules/ship-to.ts";
import type { Db } from "../../db/tables.ts";
import type { Banner } from "../banners.ts";
import type { ShopSettings } from "../rules/shop-settings.ts";

/** What every page of this feature is made from. */
export type Parts = {
  db: Db;
  /** ms since 1970 */
  now: () => number;
  publicUrl: string;
  /** as it is set */
  shop: ShopSettings;
  shipTo: ShipTo | undefined;
  /** of a preview, in place of those that are shown now */
  banners?: readonly Banner[];
};
