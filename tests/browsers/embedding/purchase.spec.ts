import { buy, test } from "./test.ts";

test.use({ anyCertificate: true });

for (const place of ["the shop's origin", "another origin"] as const)
  test(`a shopper buys from a page at ${place} @embedding`, async ({ visit }) => {
    await visit(place, buy);
  });
