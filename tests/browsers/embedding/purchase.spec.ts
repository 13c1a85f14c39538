import { alive, buy, test } from "./test.ts";

test.use({ anyCertificate: true });

for (const place of ["the shop's origin", "another origin"] as const)
  test(`a shopper buys from a page at ${place} @embedding`, async ({ visit }) => {
    await visit(place, buy);
  });

test("widgets that know an id alone show name, price, stock and choices @embedding", async ({ visit }) => {
  await visit("another origin", async (tab) => {
    await tab.open("/");
    await tab.see([alive("add-to-cart"), /\$\d+\.\d\d\s*In stock/]);
    await tab.see([`${alive("heart-icon")} button`, "Favorite Lemon Meridian"]);
    await tab.see(`${alive("buy-box")} fieldset input[type=radio]`);
  });
});
