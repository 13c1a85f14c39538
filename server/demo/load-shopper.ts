import { saveAddress } from "../customers/checkout-addresses.ts";
import type { Tx } from "../db/tables.ts";
import { insertAccount } from "../identity/queries.ts";
import { mergeFavourites } from "../wishlist/favourites.ts";
import { addresses, favourites, shopper } from "./shopper.ts";

/**
 * Loads the demo shopper with two addresses and three favourites. place-order.ts creates the
 * shopper's order once a payment gateway is open. The account is marked as a demo account, so it
 * works only outside production and on a loopback address. The keys of `productIds` are slugs.
 */
export async function loadShopper(tx: Tx, productIds: ReadonlyMap<string, string>, now: number): Promise<void> {
  const { id, email, firstName, lastName, passwordHash } = shopper;
  await insertAccount(tx, {
    id,
    email,
    email_norm: email,
    email_verified: 1,
    password_hash: passwordHash,
    first_name: firstName,
    last_name: lastName,
    avatar: null,
    pending_email: null,
    demo: 1,
    disabled_at: null,
    created_at: now,
  });
  for (const address of addresses) await saveAddress(tx, { customerId: id, id: undefined }, address, now);
  const liked = favourites.flatMap((slug) => productIds.get(slug) ?? []);
  await mergeFavourites(tx, { customerId: id, productIds: liked }, now);
}
