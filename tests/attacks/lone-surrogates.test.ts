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
