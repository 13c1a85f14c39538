import type { BrowserContext } from "@playwright/test";
import { startSession } from "../../server/customers/sessions.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { csrfPath } from "../../server/paths.ts";
import type { TestBrowser } from "./browser-of.ts";
import type { TestShop } from "./shop.ts";

/** The id in a visitor's cookie. */
const idIn = (cookie: string | undefined): string => {
  if (!cookie) throw new Error("the browser has no visitor's cookie");
  return cookie.split(".")[0] ?? "";
};

/** Signs a customer in on this browser, as a sign-in does; `agent` is how the session is listed. */
export async function beginSession(
  { shop }: Pick<TestShop, "shop">,
  browser: TestBrowser,
  customerId: string,
  agent = "test",
): Promise<TestBrowser> {
  await browser.token();
  const [, cookie] = [...browser.jar].find(([name]) => name.endsWith("visitor")) ?? [];
  const token = await transact(shop.db, (tx) => startSession(tx, customerId, agent, shop.now(), { visitor: idIn(cookie) }));
  browser.jar.set("user_id", token);
  // The deleted token belonged to the visitor; the session has another one.
  browser.jar.delete(`${browser.cookiePrefix}csrftoken`);
  return browser;
}

/** Begins a session in one of Playwright's browsers; `db` is the running shop's database. */
export async function beginSessionIn(context: BrowserContext, url: string, db: Db, customerId: string): Promise<void> {
  await context.request.get(url + csrfPath);
  const cookies = await context.cookies(url);
  const visitor = idIn(cookies.find(({ name }) => name === "visitor")?.value);
  const token = await transact(db, (tx) => startSession(tx, customerId, "test", Date.now(), { visitor }));
  await context.addCookies([{ name: "user_id", value: token, url, httpOnly: true, sameSite: "Lax" }]);
  await context.clearCookies({ name: "csrftoken" });
}
