import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Statements } from "../../server/db/sqlite-driver.ts";
import { placed } from "../orders/order-fixture.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { normalized } from "../web/permissions/normalized.ts";
import { addCustomer, password, signIn } from "./customer-fixture.ts";

const { hashes } = vi.hoisted(() => ({ hashes: { count: 0 } }));

vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  const argon2: typeof crypto.argon2 = (...args) => {
    hashes.count += 1;
    crypto.argon2(...args);
  };
  return { ...crypto, argon2 };
});
// Only the call's own work is counted: emails and timers run after it.
vi.mock("../../server/jobs/queue.ts", () => ({
  openJobQueue: () => ({ notifyWorker: () => {}, run: async () => {}, stop: async () => {} }),
}));
vi.mock("../../server/schedule.ts", () => ({ jobWorkers: () => ({}), startTimers: () => async () => {} }));

const statements: string[] = [];
const { run } = Statements.prototype;
beforeEach(() => {
  vi.spyOn(Statements.prototype, "run").mockImplementation(function (this: Statements, query) {
    statements.push(query.sql);
    return run.call(this, query);
  });
});
afterEach(() => vi.restoreAllMocks());

type Call = { path: string; method?: string; fields: Record<string, string>; session?: boolean };

/** A call's answer and cost: every query in order, and the number of password hashes. */
async function observed(shop: TestShop, format: "json" | "native", { path, method = "POST", fields, session = false }: Call) {
  const browser = shop.browser();
  if (session) await signIn(browser, "annlee@example.com");
  await browser.token();
  statements.length = 0;
  hashes.count = 0;
  const answer =
    format === "json" ? await browser.call(method, path, fields) : await browser.form(path, { ...fields, _method: method });
  return { answer: normalized(answer, Object.values(fields)), queries: [...statements], hashes: hashes.count };
}

const email = (value: string) => ({ email: `${value}@example.com` });
const newcomer = { password: "Blue-river-88", first_name: "New", last_name: "Comer" };

/**
 * Calls that must not reveal whether the shop knows an email address. All inputs have equal length.
 * The shop knows the first address of each list.
 */
const calls = (number: number): Record<string, Call[]> => ({
  "signing in with a wrong password": ["annlee", "nobody", "goneby", "social", "ann.le"].map((who) => ({
    path: "/identity/signin/",
    fields: { ...email(who), password: "Wrong-leaf-41" },
  })),
  "signing in as who has no password here": ["goneby", "social", "nobody"].map((who) => ({
    path: "/identity/signin/",
    fields: { ...email(who), password },
  })),
  "asking for a new password": ["annlee", "nobody", "goneby", "social"].map((who) => ({
    path: "/identity/reset/",
    fields: email(who),
  })),
  "looking an order up": [
    { number: String(number), ...email("annlee") },
    { number: String(number), ...email("nobody") },
    { number: "999999", ...email("bobson") },
  ].map((fields) => ({ path: "/storefront/orders/lookup/", fields })),
  "signing up without the bot check": ["annlee", "nobody", "goneby"].map((who) => ({
    path: "/identity/signup/",
    fields: { ...email(who), ...newcomer },
  })),
  "signing up with a bot check's token that is none": ["annlee", "nobody"].map((who) => ({
    path: "/identity/signup/",
    fields: { ...email(who), ...newcomer, botToken: "none" },
  })),
  "taking another address": ["bobson", "nobody"].map((who) => ({
    path: "/storefront/api/customers/email",
    method: "PUT",
    fields: { value: `${who}@example.com` },
    session: true,
  })),
});

test("what a call costs is counted: a password is hashed once for each sign-in", async () => {
  const shop = await openShop({ pays: false });
  await addCustomer(shop, "annlee");

  const { queries, hashes: counted } = await observed(shop, "json", {
    path: "/identity/signin/",
    fields: { ...email("annlee"), password },
  });

  expect([counted, queries.some((sql) => sql.includes('from "customer"'))]).toEqual([1, true]);
});

describe.each(["json", "native"] as const)("asked in %s", (format) => {
  test.each(Object.keys(calls(0)))("%s answers the same, after the same work, whoever is known", async (name) => {
    const shop = await openShop({ pays: false });
    await addCustomer(shop, "annlee");
    await addCustomer(shop, "bobson");
    await addCustomer(shop, "goneby", { disabled_at: 1 });
    await addCustomer(shop, "social", { password_hash: null });
    const order = await placed(shop.shop.db, { at: shop.shop.now(), email: "annlee@example.com" });
    const [known, ...others] = calls(order.number)[name] ?? [];
    if (!known) throw new Error("nothing to ask");
    // The first call of a kind draws values that are then kept.
    await observed(shop, format, { ...known, fields: { ...known.fields, ...email("warm") } });

    const first = await observed(shop, format, known);

    for (const other of others) expect([other.fields, await observed(shop, format, other)]).toEqual([other.fields, first]);
  });
});
