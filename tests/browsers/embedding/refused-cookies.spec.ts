import { addToCart, buy, expect, favorite, test } from "./test.ts";

test.use({ anyCertificate: true, cookiesOfOtherSites: false });

test.describe("in a browser that refuses cookies of other sites @embedding", () => {
  test("a shopper buys from a page at the shop's origin", async ({ visit }) => {
    await visit("the shop's origin", buy);
  });

  test("from a page of another origin, or is told where no cookie is kept for it at all", async ({ visit, engine }) => {
    await visit("another origin", async (tab) => {
      if (engine === "chromium") return await buy(tab);
      await tab.open("/");
      await favorite(tab);
      await tab.click(addToCart);
      await tab.see(["[role=alert]", /Your browser keeps no cart for this page/]);
      expect(await tab.count("dialog[open]")).toBe(0);
    });
  });
});
