import { describe, expect, test } from "vitest";
import { beginSession } from "../../support/begin-session.ts";
import type { TestBrowser } from "../../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../../support/shop.ts";
import { customerCalled } from "./people.ts";
import { type Known, nameOf, type Row } from "./row.ts";
import { ask, formatsOf } from "./send-request.ts";
import { table } from "./table.ts";

const isIn = async (browser: TestBrowser) => (await browser.get("/storefront/api/customers/wishlist/any")).status === 200;

/** Another browser of a customer, signed in as well. */
const second = (shop: TestShop, customerId: string): Promise<TestBrowser> =>
  beginSession(shop, shop.browser(), customerId, "second");

const endings = table.flatMap((row) =>
  row.ends ? formatsOf(row).map((format) => ({ row, format, name: `${row.summary}, in ${format}` })) : [],
);
const secrets = table.filter(({ kind, path }) => kind === "secret" && !/signin|new_user|second-step|passkey/.test(path));

/**
 * Another browser. An email address can be confirmed only in the browser that requested the email,
 * or in one that is signed in as the same customer. So for this call the other browser gets the
 * first one's visitor cookie.
 */
function otherBrowserOf(shop: TestShop, known: Known, { path }: Row): TestBrowser {
  const browser = shop.browser();
  if (path === "/identity/confirm/") browser.jar.set("visitor", known.browser.jar.get("visitor") ?? "");
  return browser;
}

describe.each(engines)("on %s", (engine) => {
  test("what ends sessions ends every browser's at once, and a sign-out its own alone (requirement 191)", async () => {
    const shop = await openShop({ engine, pays: false });
    for (const [at, { row, format, name }] of endings.entries()) {
      const known = await customerCalled(shop, `customer-${at}`);
      const other = await second(shop, known.name);
      expect([name, await isIn(known.browser), await isIn(other)]).toEqual([name, true, true]);
      const cookie = known.browser.jar.get("user_id") ?? "";

      const { status } = await ask(row, format, known);

      expect([name, status]).toEqual([name, format === "json" ? 200 : 303]);
      const stays = nameOf(row) === "POST /identity/signout/";
      expect([name, await isIn(known.browser), await isIn(other)]).toEqual([name, false, stays]);
      known.browser.jar.set("user_id", cookie);
      expect([name, await isIn(known.browser)]).toEqual([name, false]);
    }
  });

  test("a mailed link is good once, also for those who press all at once", async () => {
    const shop = await openShop({ engine, pays: false });
    for (const [at, row] of secrets.entries()) {
      const known = await customerCalled(shop, `customer-${at}`);
      const right = { ...(await row.json?.(known)) };
      const others = Array.from({ length: 5 }, () => ({ ...known, browser: otherBrowserOf(shop, known, row) }));
      for (const { browser } of others) await browser.token();

      const answers = await Promise.all(others.map((each) => ask({ ...row, json: () => right }, "json", each)));

      const lost = row.wrong?.json ?? 401;
      const got = answers.map(({ status }) => status).sort();
      expect([nameOf(row), got]).toEqual([nameOf(row), [200, lost, lost, lost, lost]]);
      const late = await ask({ ...row, json: () => right }, "json", { ...known, browser: otherBrowserOf(shop, known, row) });
      expect([nameOf(row), late.status]).toEqual([nameOf(row), lost]);
    }
    expect(shop.log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  });
});
