import { expect, test } from "vitest";
import { staffEmailRecipientsPath as page, staffEmailsPath } from "../../server/staff/paths.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { sendSeen, staffBrowser } from "./staff-fixture.ts";

/** Places an order, and returns the recipients of the owner's email about it. */
async function toldOfOrder(shop: TestShop): Promise<string[]> {
  await shop.shop.db.deleteFrom("job").execute();
  const { number } = await paidOrder(shop);
  await shop.runJobs();
  const emails = await emailsIn(shop.directory);
  return emails.filter(({ subject }) => subject?.startsWith(`New order ${number}`)).map(({ to }) => to ?? "");
}

test("an owner says who gets which email to the owner, also where the server names nobody", async () => {
  const shop = await openShop();
  const owner = await staffBrowser(shop, "owner");
  expect((await owner.get(staffEmailsPath)).text).toContain(`href="${page}"`);
  expect(await toldOfOrder(shop)).toEqual([]);

  expect((await sendSeen(owner, page, { all: "Desk@Shop.example" })).status).toBe(303);
  expect(await toldOfOrder(shop)).toEqual(["desk@shop.example"]);
  expect((await owner.get(page)).text).not.toContain("nothing → nothing");

  const packers = { all: "desk@shop.example", "new-order": "a@shop.example; B@shop.example\u00a0a@shop.example" };
  expect((await sendSeen(owner, page, packers)).status).toBe(303);
  expect((await owner.get(page)).text).toContain('value="a@shop.example, b@shop.example"');
  expect(await toldOfOrder(shop)).toEqual(["a@shop.example, b@shop.example"]);
});

test("the server's address counts until the owner names others, and no text that is no address is saved", async () => {
  const shop = await openShop({ env: { OWNER_MAIL: "server@shop.example" } });
  const owner = await staffBrowser(shop, "owner");
  expect((await owner.get(page)).text).toContain("Leave empty for server@shop.example.");
  for (const wrong of [
    "desk",
    "a@b.example Bcc: x@y.example",
    Array.from({ length: 11 }, (_, at) => `a${at}@b.example`).join(","),
  ]) {
    const refused = await sendSeen(owner, page, { "new-order": wrong });
    expect([refused.status, refused.text.includes('aria-invalid="true"')]).toEqual([422, true]);
  }
  expect(await toldOfOrder(shop)).toEqual(["server@shop.example"]);
});

test("who gets them is changed only with a proof of the last ten minutes", async () => {
  const shop = await openShop({ products: "none", pays: false });
  const owner = await staffBrowser(shop, "owner");
  shop.pass(11 * 60_000);
  const refused = await sendSeen(owner, page, { all: "thief@evil.example" });
  expect([refused.status, await shop.shop.db.selectFrom("setting").selectAll().execute()]).toEqual([403, []]);
});

test("a manager, who may change the words of emails, doesn't choose who gets them", async () => {
  const shop = await openShop({ products: "none", pays: false });
  const manager = await staffBrowser(shop, "manager");
  expect((await manager.get(staffEmailsPath)).text).not.toContain(page);
  expect((await manager.get(page)).status).toBe(403);
});
