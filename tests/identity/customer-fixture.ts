import { expect } from "vitest";
import { signInPath } from "../../server/customers/paths.ts";
import type { NewRow } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { password, passwordHash } from "../support/customer-password.ts";
import { emailsIn, type SentEmail } from "../support/sent-emails.ts";
import { openShop, type TestShop, type TestShopOptions } from "../support/shop.ts";

export { password };

export async function addCustomer(shop: TestShop, id: string, more: Partial<NewRow<"customer">> = {}): Promise<void> {
  const email = `${id}@example.com`;
  const row = { id, email, email_norm: email, password_hash: passwordHash, first_name: "Ann", created_at: 0 };
  const none = { avatar: null, pending_email: null, disabled_at: null, email_verified: 1 };
  await transact(shop.shop.db, (tx) =>
    tx
      .insertInto("customer")
      .values({ ...row, ...none, ...more })
      .execute(),
  );
}

/** A shop with one customer, whose first name is Ann. */
export async function shopWithCustomer(options: TestShopOptions = {}, more: Partial<NewRow<"customer">> = {}): Promise<TestShop> {
  const shop = await openShop({ pays: false, ...options });
  await addCustomer(shop, "ann", { email: "Ann@example.com", ...more });
  return shop;
}

/** Signs in by the form, so that the browser has a session. */
export async function signIn(browser: TestBrowser, email = "ann@example.com", secret = password): Promise<void> {
  // Loading the page gets a valid token: one from a session that ended elsewhere is refused.
  await browser.get(signInPath);
  const { status } = await browser.form(signInPath, { email, password: secret });
  expect(status).toBe(303);
  // The notice is removed, as if the next page had shown it.
  browser.jar.delete("notice");
}

/** Runs the waiting jobs and reads the mails in the outbox, decoded. */
export async function sentEmails({ directory, runJobs }: TestShop): Promise<SentEmail[]> {
  await runJobs();
  return await emailsIn(directory);
}

/** The mail to this address whose subject begins with this text; throws if there is none. */
export async function sentEmail(shop: TestShop, to: string, subject: string): Promise<SentEmail> {
  const emails = await sentEmails(shop);
  const found = emails.find((email) => email.to === to && email.subject.startsWith(subject));
  if (!found)
    throw new Error(`no “${subject}” to ${to} among ${JSON.stringify(emails.map((email) => [email.to, email.subject]))}`);
  return found;
}
