import { expect, test } from "vitest";
import { production } from "../support/production.ts";
import { openShop } from "../support/shop.ts";

test("production has nothing of the development's scripts: not in its pages, and not at their addresses", async () => {
  const shop = await openShop({ pays: false, env: production });

  for (const name of ["events", "page.js", "overlay.css", ""]) {
    expect([name, (await fetch(`${shop.url}/islands-dev/${name}`)).status]).toEqual([name, 404]);
  }
  const report = await fetch(`${shop.url}/islands-dev/report`, { method: "POST", body: "[]" });
  expect(report.status).toBeGreaterThanOrEqual(400);
  for (const path of ["/storefront/", "/storefront/cart/", "/storefront/nothing-here/"]) {
    const html = await (await fetch(shop.url + path)).text();
    expect(html).toContain("<script");
    expect(html).not.toMatch(/islands-dev|data-page/);
  }
});
