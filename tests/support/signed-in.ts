import type { BrowserContext } from "@playwright/test";
import { openDatabase } from "../../server/db/open.ts";
import type { Db } from "../../server/db/tables.ts";
import { beginSessionIn } from "./begin-session.ts";
import type { RunningShop } from "./running-shop.ts";

/** Calls `work` with a new connection to a running shop's database. */
export async function withDatabase<Value>(shop: RunningShop, work: (db: Db) => Promise<Value>): Promise<Value> {
  const { db, close } = await openDatabase({ url: undefined, directory: shop.directory });
  return await work(db).finally(close);
}

/** Signs in a new customer in this browser, with a session like a real sign-in's. */
export async function signIn(context: BrowserContext, shop: RunningShop, id: string): Promise<void> {
  const email = `${id}@example.com`;
  const nothing = { password_hash: null, avatar: null, pending_email: null, disabled_at: null, email_verified: 1 };
  await withDatabase(shop, async (db) => {
    const name = { first_name: "Ann", last_name: "Lee" };
    await db
      .insertInto("customer")
      .values({ id, email, email_norm: email, created_at: 1, ...name, ...nothing })
      .execute();
    await beginSessionIn(context, shop.url, db, id);
  });
}
