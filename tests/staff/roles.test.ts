import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { staffCalls } from "../../server/staff/calls.ts";
import { staffPersonRemovalPath } from "../../server/staff/paths.ts";
import {
  type Area,
  may,
  type Need,
  type Permission,
  permissions,
  permissionsOf,
  permissionWords,
  type Role,
  roles,
} from "../../server/staff/people/rules/permissions.ts";
import type { StaffCall } from "../../server/staff/staff-call.ts";
import { openShop } from "../support/shop.ts";
import { routesOf } from "../web/permissions/routes.ts";
import { staffRows } from "../web/permissions/rows/staff.ts";
import { send, signedInAs, staffBrowser, tokenIn } from "./staff-fixture.ts";

const all = (area: Area) => permissions.filter((permission) => permission.startsWith(`${area}:`));
const managed: Area[] = ["orders", "stock", "products", "rules", "pages", "emails", "reviews", "customers", "reports", "jobs"];

/** The permissions of each role. */
const table: Readonly<Record<Role, readonly Permission[]>> = {
  owner: [...managed, "people" as const, "payments" as const, "settings" as const].flatMap(all),
  manager: managed.flatMap(all),
  packer: ["orders:read", "orders:ship", "orders:returns", "stock:read", "stock:write", "products:read"],
  editor: [...(["products", "pages", "reviews"] as const).flatMap(all), "stock:read"],
  reader: managed.map((area): Permission => `${area}:read`),
};

/** The screens and their permissions in the permissions table; screens for all staff need none. */
const screens: Readonly<Record<string, Need | undefined>> = Object.fromEntries(
  staffRows.filter(({ method, kind }) => method === "GET" && kind === "staff").map(({ path, needs }) => [path, needs]),
);
/**
 * The statuses of screens that do not answer 200 here, because the record does not exist, nothing
 * is selected, or no authenticator app is being set up.
 */
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
  "/staff/orders/:number/contact/": 404,
  "/staff/orders/:number/discount/": 404,
  "/staff/orders/:number/exchange/": 404,
  "/staff/papers/:key/": 404,
  "/staff/orders/:number/address/": 404,
  "/staff/roles/:id/": 404,
  "/staff/reviews/:id/": 404,
  "/staff/products/:id/": 404,
  "/staff/products/:id/preview/": 404,
  "/staff/products/:id/removal/": 404,
  "/staff/products/:id/schedule/": 404,
  "/staff/products/:id/pictures/": 404,
  "/staff/rules/promos/:id/": 404,
  "/staff/rules/promos/:id/codes.csv": 404,
  "/staff/rules/zones/:id/": 404,
  "/staff/rules/states/:id/": 404,
  "/staff/rules/states/categories/:slug/": 404,
  "/staff/rules/methods/:id/": 404,
  "/staff/rules/taxes/:id/": 404,
  "/staff/rules/gifts/:id/": 404,
  "/staff/rules/means/:id/": 404,
  "/staff/stock/:id/": 404,
  "/staff/counts/:id/": 404,
  "/staff/counts/:id/print/": 404,
  "/staff/customers/:key/": 404,
  "/staff/categories/:id/": 404,
  "/staff/collections/:id/": 404,
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
  for (const role of roles) expect([role, [...permissionsOf(role)].sort()]).toEqual([role, [...table[role]].sort()]);
});

test("the guide says what each permission opens, and which roles have it", () => {
  const guide = readFileSync("docs/staff.md", "utf8");
  const rows = permissions.map((permission) => {
    const holders = roles.filter((role) => table[role].includes(permission));
    return `| \`${permission}\` | ${permissionWords(permission)} | ${holders.join(", ")} |`;
  });
  for (const row of rows) expect(guide).toContain(row);
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

/** Sends an upload's form without a chosen file. */
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
    for (const [path, need] of Object.entries(screens)) {
      const isOpen = need === undefined || may({ permissions: new Set(table[role]) }, need);
      const { status } = await browser.get(filled(path));
      expect([path, status]).toEqual([path, isOpen ? (elsewhere[path] ?? 200) : 403]);
    }
  });

  test("each call passes, or is refused, by the role, and changes nothing where it is refused", async () => {
    const shop = await openShop({ pays: false });
    if (role !== "owner") await staffBrowser(shop, "owner");
    await staffBrowser(shop, role);
    for (const call of Object.values(staffCalls) as StaffCall[]) {
      if (!call.needs) continue;
      const browser = await signedInAs(shop, `staff-${role}`);
      const passes = may({ permissions: new Set(table[role]) }, call.needs);
      const answer = await (call.file ? sendWithoutFile : send)(browser, "/staff/security/", filled(call.path), {
        email: "x",
        role: "nobody",
      });
      expect([call.path, answer.status === 403]).toEqual([call.path, !passes || call.path === staffPersonRemovalPath(":id")]);
    }
    const left = await shop.shop.db.selectFrom("staff").select("id").where("removed_at", "is", null).execute();
    expect(left).toHaveLength(role === "owner" ? 1 : 2);
  });
});
