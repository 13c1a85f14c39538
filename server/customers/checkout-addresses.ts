import type { Db, Tx } from "../db/tables.ts";
import { newId } from "../ids.ts";
import {
  type CustomerAddress,
  deleteVisitorAddress,
  findCustomerAddresses,
  findCustomerEmail,
  findVisitorAddress,
  insertCustomerAddress,
  lockCustomer,
  moveVisitorAddress as moveAddressRow,
  saveVisitorAddress,
} from "./queries.ts";
import { sameAddress } from "./rules/address.ts";
import type { Address } from "./rules/address-fields.ts";
import { mostAddresses } from "./rules/saved-address.ts";

// Addresses that checkouts save and suggest. saved-addresses.ts changes a customer's addresses for
// the settings.

/** The owner of an address: the customer, or for a guest the browser with the visitor id `id`. */
type AddressOwner = { customerId: string | undefined; id: string | undefined };

/**
 * Stores an address that a shopper asked to save: for the customer, or for this browser if the
 * shopper is a guest.
 */
export async function saveAddress(tx: Tx, owner: AddressOwner, address: Address, now: number): Promise<void> {
  if (owner.customerId) return await addToCustomer(tx, owner.customerId, address, now);
  if (owner.id) await saveVisitorAddress(tx, owner.id, address, now);
}

/**
 * Deletes the saved address of a guest who leaves the checkout's box for saving the address
 * unticked. A customer's addresses change only in the settings.
 */
export async function deleteVisitorsAddress(tx: Tx, owner: AddressOwner): Promise<void> {
  if (!owner.customerId && owner.id) await deleteVisitorAddress(tx, owner.id);
}

/** Moves a guest's saved address to the new id of the browser. */
export const moveVisitorAddress = async (tx: Tx, from: string, to: string): Promise<void> =>
  void (await moveAddressRow(tx, from, to));

async function addToCustomer(tx: Tx, customerId: string, address: Address, now: number): Promise<void> {
  // Without the lock, two checkouts of one customer could both add a first address, which is the
  // default one.
  await lockCustomer(tx, customerId);
  const addresses = await findCustomerAddresses(tx, customerId);
  if (addresses.length >= mostAddresses || addresses.some((saved) => sameAddress(saved.address, address))) return;
  const id = newId();
  await insertCustomerAddress(tx, { id, customerId, isDefault: addresses.length === 0, address }, now);
}

/**
 * The address that a new checkout suggests: the customer's default address, or the address that a
 * guest saved in this browser.
 */
export async function suggestAddress(reader: Db | Tx, owner: AddressOwner): Promise<Address | undefined> {
  if (owner.customerId) return (await findCustomerAddresses(reader, owner.customerId))[0]?.address;
  return owner.id ? await findVisitorAddress(reader, owner.id) : undefined;
}

/** The addresses that a customer may choose among, the default one first; a guest has none. */
export const savedAddresses = async (reader: Db | Tx, { customerId }: AddressOwner): Promise<CustomerAddress[]> =>
  customerId ? await findCustomerAddresses(reader, customerId) : [];

/** The email that a customer's checkout suggests. */
export const suggestEmail = async (reader: Db | Tx, owner: AddressOwner): Promise<string | undefined> =>
  owner.customerId ? await findCustomerEmail(reader, owner.customerId) : undefined;
