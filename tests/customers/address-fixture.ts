import type { SavedFields } from "../../server/customers/rules/saved-names.ts";
import { shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import type { TestShop, TestShopOptions } from "../support/shop.ts";

export const addressCall = "/storefront/api/customers/address";
export const settings = "/storefront/dashboard/settings/";
export const elm = { street: "1 Elm St", city: "Austin", state: "TX", zipCode: "73301" };
export const oak = { street: "2 Oak Ave", city: "Portland", state: "OR", zipCode: "97201" };

export type Saved = SavedFields & { id: string; isDefault: boolean };

export const savedOf = ({ body }: Answer): Saved[] => (body as { data: { addresses: Saved[] } }).data.addresses;

/** A shop with a signed-in customer, Ann Lee. */
export async function signedIn(
  options: TestShopOptions = {},
  more: Parameters<typeof shopWithCustomer>[1] = {},
): Promise<{ shop: TestShop; customer: TestBrowser }> {
  const shop = await shopWithCustomer(options, { last_name: "Lee", ...more });
  const customer = shop.browser();
  await signIn(customer);
  return { shop, customer };
}

/** A customer with two addresses, of which the first is the default one; returns their ids. */
export async function withTwo(options: TestShopOptions = {}) {
  const { shop, customer } = await signedIn(options);
  await customer.post(addressCall, elm);
  // Addresses are sorted by time, the newest first: a fast machine could save two within one ms.
  shop.pass(1);
  const [first, second] = savedOf(await customer.post(addressCall, oak));
  return { shop, customer, first: first?.id ?? "", second: second?.id ?? "" };
}
