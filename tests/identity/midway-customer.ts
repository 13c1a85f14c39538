import { transact } from "../../server/db/transaction.ts";
import { password, passwordHash } from "../support/customer-password.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { withDatabase } from "../support/signed-in.ts";

export { password };

/** Adds a customer to the running shop who is not signed in; returns the email. */
export async function addMidwayCustomer(shop: RunningShop, id: string): Promise<string> {
  const email = `${id}@example.com`;
  const nothing = { avatar: null, pending_email: null, disabled_at: null, email_verified: 1 };
  await withDatabase(shop, (db) =>
    transact(db, (tx) =>
      tx
        .insertInto("customer")
        .values({
          id,
          email,
          email_norm: email,
          password_hash: passwordHash,
          first_name: "Ann",
          last_name: "Lee",
          created_at: 1,
          ...nothing,
        })
        .execute(),
    ),
  );
  return email;
}
