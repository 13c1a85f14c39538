import type { ShipTo } from "../../catalog/rules/ship-to.ts";
import type { Db } from "../../db/tables.ts";
import type { Banner } from "../banners.ts";
import type { ShopSettings } from "../rules/shop-settings.ts";

/** The data that every page of this feature needs. */
export type Parts = {
  db: Db;
  /** ms since 1970 */
  now: () => number;
  publicUrl: string;
  /** the current settings */
  shop: ShopSettings;
  shipTo: ShipTo | undefined;
  /** the banners of a preview, which replace the banners shown now */
  banners?: readonly Banner[];
};
