import { expect } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { confirmTotpRow } from "../../server/identity/factors/queries.ts";
import { beginTotp, pendingSecret } from "../../server/identity/factors/totp.ts";
import { codeOf, stepAt } from "../../server/identity/factors/totp-code.ts";
import { staffSignInPath } from "../../server/staff/paths.ts";
import { staffSubject } from "../../server/staff/people/people.ts";
import { insertStaff } from "../../server/staff/people/queries/people.ts";
import { insertRole } from "../../server/staff/people/queries/roles.ts";
import type { Permission } from "../../server/staff/people/rules/permissions.ts";
import { startStaffSession } from "../../server/staff/sign-in/sessions.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { password, passwordHash } from "../support/customer-password.ts";
import type { TestShop } from "../support/shop.ts";

export { password };

const nowhere = { address: "", agent: "", requestId: "test" };

/** Adds a staff member with the tests' password; the email is `ROLE@staff.example`. */
export async function addStaff({ shop }: TestShop, role: string): Promise<{ id: string; email: string }> {
  const [id, email] = [`staff-${role}`, `${role}@staff.example`];
  const row = { id, email, name: `The ${role}`, role, password_hash: passwordHash, created_at: shop.now() };
  await transact(shop.db, (tx) => insertStaff(tx, row));
  return { id, email };
}

/** Adds a custom role whose id is its name. */
export async function addOwnRole({ shop }: TestShop, name: string, permissions: readonly Permission[]): Promise<string> {
  const row = { id: name, name, permissions: JSON.stringify(permissions), created_at: shop.now() };
  await transact(shop.db, (tx) => insertRole(tx, row));
  return name;
}

/** A browser with a signed-in staff member of this role. */
export async function staffBrowser(test: TestShop, role: string): Promise<TestBrowser> {
  const { id } = await addStaff(test, role);
  return await signedInAs(test, id);
}

/** Another browser in which this staff member is signed in. */
export async function signedInAs({ shop, browser }: TestShop, staffId: string): Promise<TestBrowser> {
  const opened = browser();
  await opened.token();
  const token = await transact(shop.db, (tx) => startStaffSession(tx, { staffId, source: nowhere }, shop.now()));
  opened.jar.set("staff", token);
  return opened;
}

/** Gives a staff member an authenticator app; the result returns the current code. */
export async function addApp({ shop }: TestShop, staffId: string): Promise<() => string> {
  const { db, config, now } = shop;
  const subject = staffSubject(staffId);
  await beginTotp(db, subject, config.sessionSecret, now());
  const secret = await pendingSecret(db, subject, config.sessionSecret, now());
  await transact(db, (tx) => confirmTotpRow(tx, subject, now()));
  return () => codeOf(secret ?? Buffer.alloc(0), stepAt(now()));
}

/** The hidden token of a page's forms. */
export const tokenIn = ({ text }: Answer): string => /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? "no token";

/** Sends a form of the page at `page`. */
export async function send(
  browser: TestBrowser,
  page: string,
  action: string,
  fields: Record<string, string> = {},
): Promise<Answer> {
  return await browser.form(action, { _csrf: tokenIn(await browser.get(page)), ...fields });
}

/** The version of the record that a page's form showed. */
export const seenIn = ({ text }: Answer): string => /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? "nothing seen";

/** Sends the edit form of a record's page to the page's own address, with the shown version. */
export async function sendSeen(browser: TestBrowser, page: string, fields: Record<string, string>): Promise<Answer> {
  const shown = await browser.get(page);
  return await browser.form(page, { _csrf: tokenIn(shown), seen: seenIn(shown), ...fields });
}

/** Signs in by the form. */
export async function signInStaff(browser: TestBrowser, email: string, code = "", secret = password): Promise<Answer> {
  return await send(browser, staffSignInPath, staffSignInPath, { email, password: secret, code });
}

/** Signs in by the form, and expects that it succeeds. */
export async function enterStaff(browser: TestBrowser, email: string, code = ""): Promise<void> {
  expect((await signInStaff(browser, email, code)).status).toBe(303);
}
