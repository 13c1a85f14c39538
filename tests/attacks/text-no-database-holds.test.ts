import { expect, test } from "vitest";
import { engines, openShop } from "../support/shop.ts";
import { customerIn, expectNoFault } from "../web/raw-http.ts";

test.each(engines)(
  "half of a character, which no cookie and no row can hold, is an id that nothing has, on %s",
  async (engine) => {
    const shop = await openShop({ engine, pays: false });
    const [guest, mary] = [shop.browser(), await customerIn(shop, "mary")];
    const answers = [];

    for (const browser of [guest, mary]) answers.push(await browser.post("/storefront/wishlist/add", { productId: "\ud800" }));

    expect(answers.map(({ status }) => status)).toEqual([303, 404]);
    expectNoFault(shop, answers);
  },
);

test.each(engines)("U+0000 is no part of an id or of a page's address, also where a form is kept, on %s", async (engine) => {
  const shop = await openShop({ engine, pays: false });
  const browser = shop.browser();
  await browser.token();
  const typed = { orderId: "\u0000", orderNumber: "1177", reason: "order created by mistake" };
  const draft = (path: string, form: string) => browser.post("/storefront/api/draft", { path, form, typed });
  const page = "/storefront/dashboard/";

  const canceled = await browser.form("/storefront/api/cancel-order", { ...typed, _csrf: "of a session that ended" });
  const answers = [canceled, await draft(`${page}\u0000`, page), await draft(page, `${page}\u0000`), await draft(page, page)];

  expect(canceled.status).toBe(303);
  expectNoFault(shop, answers);
  const kept = await shop.shop.db.selectFrom("form_draft").select("path").execute();
  expect(kept).toEqual([{ path: page }]);
});
