import { describe, expect, test } from "vitest";
import type { StaffCall } from "../../server/staff/calls/staff-call.ts";
import { staffCalls } from "../../server/staff/calls.ts";
import { staffPersonRemovalPath } from "../../server/staff/paths.ts";
import { type Area, mayEnter, type Role, roles } from "../../server/staff/rules/roles.ts";
import { openShop } from "../support/shop.ts";
import { routesOf } from "../web/permissions/routes.ts";
import { send, signedInAs, staffBrowser, tokenIn } from "./staff-fixture.ts";

/** What each role may do, area by area: r reads, w changes too. */
const table: Readonly<Record<Role, Partial<Record<Area, "r" | "w">>>> = {
  owner: {
    ...{ orders: "w", stock: "w", products: "w", rules: "w", pages: "w", reviews: "w", customers: "w" },
    ...{ people: "w", payments: "w", settings: "w", reports: "w", jobs: "w", emails: "w" },
  },
  manager: {
    ...{ orders: "w", stock: "w", products: "w", rules: "w", pages: "w", reviews: "w", customers: "w", reports: "w", jobs: "w" },
    emails: "w",
  },
  packer: { orders: "w", stock: "w", products: "r" },
  editor: { products: "w", pages: "w", reviews: "w", stock: "r" },
  reader: {
    ...{ orders: "r", stock: "r", products: "r", rules: "r", pages: "r", reviews: "r", customers: "r", reports: "r", jobs: "r" },
    emails: "r",
  },
};

/** Screens, and the area that each is of; those of everybody have none. */
const screens: Readonly<Record<string, Area | undefined>> = {
  "/staff/": undefined,
  "/staff/security/": undefined,
  "/staff/security/authenticator/": undefined,
  "/staff/people/": "people",
  "/staff/people/:id/": "people",
  "/staff/search/": undefined,
  "/staff/customers/": "customers",
  "/staff/customers.csv": "customers",
  "/staff/customers/:key/": "customers",
  "/staff/jobs/": "jobs",
  "/staff/payments/": "payments",
  "/staff/products/": "products",
  "/staff/products.csv": "products",
  "/staff/imports/": "products",
  "/staff/imports/:id/": "products",
  "/staff/imports/:id/report.csv": "products",
  "/staff/bulk/products/": "products",
  "/staff/bulk/promos/": "rules",
  "/staff/bulk/reviews/": "reviews",
  "/staff/bulk/stock/": "stock",
  "/staff/products/new/": "products",
  "/staff/products/:id/": "products",
  "/staff/products/:id/preview/": "products",
  "/staff/products/:id/schedule/": "products",
  "/staff/products/:id/pictures/": "products",
  "/staff/reports/": "reports",
  "/staff/reports.csv": "reports",
  "/staff/reviews/": "reviews",
  "/staff/reviews.csv": "reviews",
  "/staff/reviews/:id/": "reviews",
  "/staff/slips/": "orders",
  "/staff/orders/:number/slip/": "orders",
  "/staff/orders/:number/invoice/": "orders",
  "/staff/catalog.csv": "products",
  "/staff/rules/simulation/": "rules",
  "/staff/rules/promos/": "rules",
  "/staff/rules/promos/new/": "rules",
  "/staff/rules/promos/:id/": "rules",
  "/staff/rules/promos.csv": "rules",
  "/staff/rules/states/": "rules",
  "/staff/rules/states/:id/": "rules",
  "/staff/rules/states/categories/:slug/": "rules",
  "/staff/rules/zones/": "rules",
  "/staff/rules/zones/new/": "rules",
  "/staff/rules/zones/:id/": "rules",
  "/staff/rules/methods/": "rules",
  "/staff/rules/methods/new/": "rules",
  "/staff/rules/methods/:id/": "rules",
  "/staff/rules/taxes/": "rules",
  "/staff/rules/taxes/new/": "rules",
  "/staff/rules/taxes/:id/": "rules",
  "/staff/rules/gifts/": "rules",
  "/staff/rules/gifts/new/": "rules",
  "/staff/rules/gifts/:id/": "rules",
  "/staff/stock/": "stock",
  "/staff/stock.csv": "stock",
  "/staff/stock/:id/": "stock",
  "/staff/counts/": "stock",
  "/staff/counts/:id/": "stock",
  "/staff/counts/:id/print/": "stock",
  "/staff/bulk/:id/": undefined,
  "/staff/orders/bulk/": "orders",
  "/staff/categories/": "products",
  "/staff/categories/:id/": "products",
  "/staff/pages/": "pages",
  "/staff/pages/navigation/": "pages",
  "/staff/pages/banners/:id/": "pages",
  "/staff/pages/preview/:page/": "pages",
  "/staff/pages/texts/:slug/": "pages",
  "/staff/emails/": "emails",
  "/staff/emails/:kind/": "emails",
  "/staff/settings/": "settings",
  "/staff/orders/": "orders",
  "/staff/orders.csv": "orders",
  "/staff/orders/:number/": "orders",
  "/staff/phone-orders/": "orders",
  "/staff/phone-orders/:id/": "orders",
};
/** There is no such order, and no app is being set up. */
const elsewhere: Readonly<Record<string, number>> = {
  "/staff/bulk/:id/": 404,
  "/staff/imports/:id/": 404,
  "/staff/imports/:id/report.csv": 404,
  // Nothing is selected.
  "/staff/bulk/products/": 303,
  "/staff/bulk/promos/": 303,
  "/staff/bulk/reviews/": 303,
  "/staff/bulk/stock/": 303,
  "/staff/orders/bulk/": 303,
  "/staff/orders/:number/": 404,
  "/staff/phone-orders/:id/": 404,
  "/staff/orders/:number/slip/": 404,
  "/staff/orders/:number/invoice/": 404,
  "/staff/reviews/:id/": 404,
  "/staff/products/:id/": 404,
  "/staff/products/:id/preview/": 404,
  "/staff/products/:id/schedule/": 404,
  "/staff/products/:id/pictures/": 404,
  "/staff/rules/promos/:id/": 404,
  "/staff/rules/zones/:id/": 404,
  "/staff/rules/states/:id/": 404,
  "/staff/rules/states/categories/:slug/": 404,
  "/staff/rules/methods/:id/": 404,
  "/staff/rules/taxes/:id/": 404,
  "/staff/rules/gifts/:id/": 404,
  "/staff/stock/:id/": 404,
  "/staff/counts/:id/": 404,
  "/staff/counts/:id/print/": 404,
  "/staff/customers/:key/": 404,
  "/staff/categories/:id/": 404,
  "/staff/pages/banners/:id/": 404,
  "/staff/pages/preview/:page/": 404,
  "/staff/pages/texts/:slug/": 404,
  "/staff/security/authenticator/": 303,
};
const open = ["/staff/signin/", "/staff/join/"];
const filled = (path: string) =>
  path
    .replace(":id", "staff-owner")
    .replace(":number", "999999")
    .replace(":key", "nobody")
    .replace(":page", "nowhere")
    .replace(":slug", "nothing")
    .replace(":kind", "reset");

test("each role may do what the table says", () => {
  for (const role of roles)
    for (const area of Object.keys(table.owner) as Area[]) {
      const given = table[role][area];
      const may = [mayEnter(role, { area, access: "read" }), mayEnter(role, { area, access: "write" })];
      expect([role, area, ...may]).toEqual([role, area, given !== undefined, given === "w"]);
    }
});

test("each screen and call of the staff is in the table of roles", async () => {
  const { shop } = await openShop({ pays: false });
  const mounted = routesOf(shop).filter(({ path }) => path.startsWith("/staff/"));
  const gets = mounted.filter(({ method }) => method === "GET").map(({ path }) => path);
  expect(gets.sort()).toEqual([...Object.keys(screens), ...open].sort());
  const calls = Object.values(staffCalls) as StaffCall[];
  expect(
    mounted
      .filter(({ method }) => method !== "GET")
      .map(({ path }) => path)
      .sort(),
  ).toEqual(calls.map(({ path }) => path).sort());
});

test("an address above a screen leads somewhere, also where it is no screen itself", async () => {
  const shop = await openShop({ pays: false });
  const owner = await staffBrowser(shop, "owner");
  const parents = Object.keys(screens).flatMap((path) => {
    const parts = path.split("/").slice(2, -1);
    return parts.map(
      (_, depth) =>
        `/staff/${parts
          .slice(0, depth)
          .map((part) => `${part}/`)
          .join("")}`,
    );
  });
  for (const path of new Set(parents.filter((path) => !path.includes(":"))))
    expect([path, (await owner.get(path)).status]).toEqual([path, expect.toSatisfy((status) => [200, 303].includes(status))]);
  expect((await owner.get("/staff/rules")).headers.get("location")).toBe("/staff/rules/promos/");
});

/** The form of an upload, in which no file was chosen. */
const sendWithoutFile: typeof send = async (browser, page, action, fields = {}) => {
  const body = new FormData();
  const all = { _csrf: tokenIn(await browser.get(page)), ...fields };
  for (const [name, value] of Object.entries(all)) body.append(name, value);
  return await browser.request("POST", action, { body, headers: { accept: "text/html" } });
};

describe.each(roles)("as %s", (role) => {
  test("each screen opens, or is refused, by the role", async () => {
    const shop = await openShop({ pays: false });
    if (role !== "owner") await staffBrowser(shop, "owner");
    const browser = await staffBrowser(shop, role);
    for (const [path, area] of Object.entries(screens)) {
      const given = area && table[role][area];
      const may = area === undefined || (path.endsWith("/new/") ? given === "w" : given !== undefined);
      const { status } = await browser.get(filled(path));
      expect([path, status]).toEqual([path, may ? (elsewhere[path] ?? 200) : 403]);
    }
  });

  test("each call passes, or is refused, by the role, and changes nothing where it is refused", async () => {
    const shop = await openShop({ pays: false });
    if (role !== "owner") await staffBrowser(shop, "owner");
    await staffBrowser(shop, role);
    for (const call of Object.values(staffCalls) as StaffCall[]) {
      if (!call.needs) continue;
      const browser = await signedInAs(shop, `staff-${role}`);
      const { area, access } = call.needs;
      const given = table[role][area];
      const may = given === "w" || (access === "read" && given === "r");
      const answer = await (call.file ? sendWithoutFile : send)(browser, "/staff/security/", filled(call.path), {
        email: "x",
        role: "nobody",
      });
      expect([call.path, answer.status === 403]).toEqual([call.path, !may || call.path === staffPersonRemovalPath(":id")]);
    }
    const left = await shop.shop.db.selectFrom("staff").select("id").where("removed_at", "is", null).execute();
    expect(left).toHaveLength(role === "owner" ? 1 : 2);
  });
});
