import type { ShipTo } from "../../catalog/rules/ship-to.ts";
import type { Db } from "../../db/tables.ts";
import type { Banner } from "../banners.ts";
import type { ShopSettings } from "../rules/shop-settings.ts";

/** The data from which every page of this feature is made. */
export type Parts = {
  db: Db;
  /** ms since 1970 */
  now: () => number;
  publicUrl: string;
  /** the current settings */
  shop: ShopSettings;
  shipTo: ShipTo | undefined;
  /** a preview's banners, in place of those shown now */
  banners?: readonly Banner[];
};
