import { expect } from "vitest";
import { reconcile } from "../../server/payments/reconcile.ts";
import type { TestShop } from "../support/shop.ts";
import { quick } from "./shopper.ts";

/** Ends the review as a person at the gateway does, and lets the shop ask after its pause. */
export async function decide(shop: TestShop, approve: boolean): Promise<void> {
  const { key } = await shop.shop.db.selectFrom("attempt").select("key").executeTakeFirstOrThrow();
  const answer = await fetch(`${shop.gateway.url}/review`, {
    method: "POST",
    headers: { authorization: `Bearer ${shop.gateway.secret}` },
    body: JSON.stringify({ key, approve }),
  });
  expect(answer.status).toBe(200);
  shop.pass(600_000);
  await reconcile(shop.shop, quick);
  await shop.runJobs();
}
