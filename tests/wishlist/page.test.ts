import { describe, expect, test } from "vitest";
import { engines, openShop } from "../support/shop.ts";
import { customerIn } from "../web/raw-http.ts";

const path = "/storefront/wishlist/";
const heart = (id: string) => `/storefront/api/customers/wishlist/${id}`;
const cards = (html: string): string[] => html.split('<li class="card').slice(1);
const names = (html: string) => cards(html).map((card) => /class="card__name"><a href="[^"]*">([^<]*)/.exec(card)?.[1]);

describe.each(engines)("the favourites page on %s", (engine) => {
  test("shows a customer what she likes, the latest first, and nobody else's (requirements 166, 246)", async () => {
    const shop = await openShop({ pays: false, engine });
    const mary = await customerIn(shop, "mary");
    const john = await customerIn(shop, "john");
    for (const id of ["p-1", "p-9", "p-2"]) {
      await mary.post(heart(id));
      shop.pass(1);
    }
    await shop.shop.db.updateTable("product").set({ published: 0 }).where("id", "=", "p-9").execute();

    const page = await mary.get(path);

    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(names(page.text)).toEqual(["Product 2", "Product 1"]);
    expect(page.text).toContain(`data-props='{"ids":["p-2","p-1"],"page":1}'`);
    expect((await john.get(path)).text).toContain("No favorites yet");
    expect((await mary.get(`${path}?ship_to=ID`)).text).toContain("NOT AVAILABLE IN YOUR STATE");
  });
});

test("a favourite is taken out without scripts, and the page comes again (requirement 171)", async () => {
  const shop = await openShop({ pays: false });
  const mary = await customerIn(shop, "mary");
  await mary.post(heart("p-1"));
  const { text } = await mary.get(path);
  const [, action = "", fields = ""] = /<form method="post" action="(\/storefront\/api[^"]*)">(.*?)<\/form>/s.exec(text) ?? [];
  const values = Object.fromEntries(
    [...fields.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  expect(fields).toContain('aria-label="Remove Product 1 from your favorites"');

  const { status, headers } = await mary.form(action, values as Record<string, string>);

  expect([action, values._method, status, headers.get("location")]).toEqual([heart("p-1"), "DELETE", 303, path]);
  expect(names((await mary.get(path)).text)).toEqual([]);
});

test("a form with a stale token gets the page again, with the words, and nothing is lost", async () => {
  const shop = await openShop({ pays: false });
  const mary = await customerIn(shop, "mary");
  await mary.post(heart("p-1"));

  const { status, text } = await mary.form(heart("p-1"), { _method: "DELETE", _csrf: "stale" });

  expect(status).toBe(403);
  expect(text).toContain("This page was open too long. Please try again.");
  expect(names(text)).toEqual(["Product 1"]);
});

test("a guest is told that scripts are needed, and sees nobody's list", async () => {
  const shop = await openShop({ pays: false });
  const mary = await customerIn(shop, "mary");
  await mary.post(heart("p-1"));

  const { status, text, headers } = await shop.browser().get(path);

  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(/<div class="without-scripts">(.*?)<div class="favourites">/s.exec(text)?.[1]).toContain("JavaScript is required");
  expect(cards(text)).toEqual([]);
});

test("more than 48 come in pages; a page beyond the end is the last", async () => {
  const shop = await openShop({ pays: false, products: "demo" });
  const mary = await customerIn(shop, "mary");
  const products = await shop.shop.db.selectFrom("product").select("id").where("published", "=", 1).limit(60).execute();
  const rows = products.map(({ id }, at) => ({ customer_id: "mary", product_id: id, at }));
  await shop.shop.db.insertInto("favourite").values(rows).execute();

  const [first, last] = [(await mary.get(path)).text, (await mary.get(`${path}?page=7`)).text];

  expect([cards(first).length, cards(last).length]).toEqual([48, 12]);
  expect(/<nav class="pager".*?<\/nav>/s.exec(last)?.[0]).toContain('href="/storefront/wishlist/?page&#x3D;1"');
});

test("every page links to the favourites", async () => {
  const shop = await openShop({ pays: false });
  for (const address of ["/storefront/", "/storefront/collections/", "/storefront/cart/"])
    expect((await shop.browser().get(address)).text).toContain('<a class="site-action" href="/storefront/wishlist/">');
});
