import type { BrowserContext } from "@playwright/test";
import { startSession } from "../../server/customers/sessions.ts";
import { openDatabase } from "../../server/db/open.ts";
import { transact } from "../../server/db/transaction.ts";
import { beginSessionIn } from "../support/begin-session.ts";
import { password, passwordHash } from "../support/customer-password.ts";
import type { RunningShop } from "../support/running-shop.ts";

export { password };

/** Signs in a new customer in this browser, with a session like a real sign-in's. */
export async function signInAs(context: BrowserContext, shop: Pick<RunningShop, "url" | "directory">, id: string): Promise<void> {
  const { db, close } = await openDatabase({ url: undefined, directory: shop.directory });
  const email = `${id}@example.com`;
  const names = { first_name: "Ann", last_name: "Lee", avatar: null, pending_email: null, disabled_at: null, email_verified: 1 };
  const agent = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";
  await transact(db, async (tx) => {
    await tx
      .insertInto("customer")
      .values({ id, email, email_norm: email, password_hash: passwordHash, created_at: 1, ...names })
      .execute();
    await startSession(tx, id, agent, Date.now() - 3_600_000, { visitor: "another browser" });
  });
  await beginSessionIn(context, shop.url, db, id);
  await close();
}
