import type { ShipTo } from "../../catalog/rules/ship-to.ts";
import type { Shop } from "../../shop.ts";

/** What every page of this feature is made from. */
export type Parts = Pick<Shop, "db" | "now"> & { publicUrl: string; storeName: string; shipTo: ShipTo | undefined };
