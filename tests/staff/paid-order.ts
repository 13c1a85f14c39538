import { pay } from "../../server/payments/pay.ts";
import { callOf, shopperAt } from "../payments/shopper.ts";
import type { TestShop } from "../support/shop.ts";

/** A paid order of two units of `v-2` at $20, by a guest or by a signed-in customer. */
export async function paidOrder(test: TestShop, customerId?: string): Promise<{ id: string; number: number; lineId: string }> {
  const shopper = await shopperAt(test, { lines: [{ variantId: "v-2", quantity: 2 }] });
  const call = callOf(test, shopper);
  if (customerId)
    await test.shop.db.updateTable("checkout").set({ customer_id: customerId }).where("id", "=", shopper.checkoutId).execute();
  const paid = await pay(test.shop, { ...call, visitor: { ...call.visitor, customerId } });
  if (!paid.ok) throw new Error(paid.error);
  await test.runJobs();
  const order = await test.shop.db
    .selectFrom("orders")
    .select(["id", "number"])
    .orderBy("number", "desc")
    .executeTakeFirstOrThrow();
  const { id: lineId } = await test.shop.db
    .selectFrom("order_line")
    .select("id")
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  return { ...order, lineId };
}
