import type { OrderSnapshot, SnapshotLine } from "../../server/orders/snapshot.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { withDatabase } from "../support/signed-in.ts";
import { lineOf, placed } from "./order-fixture.ts";

type Wish = Partial<Pick<OrderSnapshot, "customerId" | "email" | "visitor" | "shippingAddress">> & { productName?: string };

/** Places an order of two units of a demo product. */
export const orderIn = (shop: RunningShop, { productName, ...wish }: Wish) =>
  withDatabase(shop, async (db) => {
    const rows = await db
      .selectFrom("variant as v")
      .innerJoin("product as p", "p.id", "v.product_id")
      .innerJoin("product_media as m", (join) => join.onRef("m.product_id", "=", "p.id").on("m.position", "=", 0))
      .select(["v.id as variantId", "p.id as productId", "p.slug", "p.name", "m.key"])
      .orderBy("p.popularity", "desc")
      .limit(2)
      .execute();
    const lines = rows.map(
      ({ variantId, productId, slug, name, key }, at): SnapshotLine => ({
        ...lineOf(at + 1),
        variantId,
        productId,
        productSlug: slug,
        productName: productName ?? name,
        picture: `/media/drawn/${key}.svg`,
      }),
    );
    return await placed(db, { at: Date.now(), lines, ...wish });
  });
