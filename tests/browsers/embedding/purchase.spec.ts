import type { Tab } from "../../support/engines/tab.ts";
import { alive, buy, expect, test } from "./test.ts";

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

/** The ids that the page has requested from the shop, sorted. */
const askedFor = (tab: Tab): Promise<string[]> =>
  tab.run(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name))
      .filter(({ pathname }) => pathname.endsWith("/api/offers"))
      .flatMap(({ searchParams }) => [...searchParams].map((pair) => pair.join("=")))
      .sort(),
  );

test("what widgets know by an id is asked for once, and not again for one that is inserted @embedding", async ({ visit }) => {
  await visit("another origin", async (tab) => {
    await tab.open("/");
    await tab.see([alive("add-to-cart"), /\$\d+\.\d\d\s*In stock/]);
    await tab.see(`${alive("buy-box")} fieldset input[type=radio]`);
    await tab.see([`${alive("heart-icon")} button`, "Favorite Lemon Meridian"]);
    const asked = await askedFor(tab);
    expect(asked).toEqual([...new Set(asked)]);
    expect(asked.length).toBeGreaterThan(0);

    await tab.run(() => {
      const first = document.querySelector("[data-island=add-to-cart]") as HTMLElement;
      const another = document.createElement("div");
      another.id = "inserted";
      another.dataset.islandOn = "load";
      another.dataset.island = first.dataset.island;
      another.dataset.propVariantId = first.dataset.propVariantId;
      document.body.append(another);
    });
    await tab.see(["#inserted[data-island-alive]", /\$\d+\.\d\d\s*In stock/]);
    expect(await askedFor(tab)).toEqual(asked);
  });
});
