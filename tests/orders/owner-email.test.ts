import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shopperAt } from "../payments/shopper.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const owner = "owner@leaf.example";
/**
 * Makes the job that mails the owner due again, as after a crash before it was recorded as done.
 */
async function mailAgain({ shop, runJobs }: TestShop): Promise<void> {
  const notices = shop.db.updateTable("job").where("kind", "=", "order-notice");
  await notices.set({ state: "waiting", done_at: null, lease_until: 0 }).execute();
  await runJobs();
  const { tries } = await shop.db.selectFrom("job").select("tries").where("kind", "=", "order-notice").executeTakeFirstOrThrow();
  expect(tries).toBe(2);
}

const toOwner = async ({ directory }: TestShop) => (await emailsIn(directory)).filter(({ to }) => to === owner);

for (const engine of engines) {
  test(`the owner is mailed each order once, with all that sending it takes (${engine})`, async () => {
    const shop = await openShop({ engine, env: { OWNER_MAIL: owner } });
    await shop.shop.db.updateTable("variant").set({ name: "Small\r\nBcc: x@evil.example" }).where("id", "=", "v-2").execute();
    const shopper = await shopperAt(shop, { promo: "WELCOME10", lines: [{ variantId: "v-2", quantity: 2 }] });
    expect((await shopper.pay()).status).toBe(200);
    await shop.runJobs();
    // If a worker died after sending, the job runs again.
    await mailAgain(shop);

    const [email, ...others] = await toOwner(shop);
    expect(others).toEqual([]);
    expect(email?.subject).toMatch(/^New order 1001: \$44\.92 at Leaf & Vessel$/);
    for (const part of [
      "ada@example.com placed order 1001 on ",
      "Product 2, Small Bcc: x@evil.example: $40.00",
      "Ship to: Ada Shopper, 1 Fern Lane, Austin, TX 73301, US",
      "Shipping method: Standard",
      "products $40.00, discount $4.00 (WELCOME10), shipping $5.95, tax $",
      "Visa ending in 4242",
      "npm run store -- fulfil 1001 --carrier UPS --tracking NUMBER",
    ])
      expect(email?.text).toContain(part);
    expect(email?.text).not.toMatch(/undefined|null|\[object/);
  });
}

test("without an address nobody is mailed, and an order that was canceled meanwhile is not to be sent", async () => {
  const shop = await openShop();
  expect((await (await shopperAt(shop)).pay()).status).toBe(200);
  await shop.runJobs();
  expect((await emailsIn(shop.directory)).map(({ to }) => to)).toEqual(["ada@example.com"]);

  const other = await openShop({ env: { OWNER_MAIL: owner } });
  await (await shopperAt(other)).pay();
  await other.runJobs();
  expect(await toOwner(other)).toHaveLength(1);
  await rm(join(other.directory, "outbox"), { recursive: true });
  const canceled = { state: "canceled", canceled_at: 1 } as const;
  await other.shop.db.updateTable("orders").set(canceled).execute();
  await mailAgain(other);
  expect(await toOwner(other)).toEqual([]);
});
