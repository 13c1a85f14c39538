import type { Db, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import {
  type CustomerAddress,
  deleteCustomerAddress,
  findAccount,
  findCustomerAddresses,
  insertCustomerAddress,
  lockCustomer,
  setDefaultAddress,
  updateCustomerAddress,
} from "./queries.ts";
import { blankAddress, sameAddress } from "./rules/address.ts";
import type { Address } from "./rules/address-fields.ts";
import { fromSaved, mostAddresses, type SentFields, savedErrors } from "./rules/saved-address.ts";

/**
 * A customer's addresses after a change, and the area of the new default address if it has changed.
 */
export type ChangedAddresses = { addresses: CustomerAddress[]; shipTo: string | undefined };

const tooMany = refuse("limit_reached", `You can save up to ${mostAddresses} addresses. Please remove one first.`);

/**
 * Makes one change at a time to a customer's addresses: two concurrent changes could both add a
 * first address, which is the default one.
 */
const changing = (
  db: Db,
  customerId: string,
  change: (tx: Tx, addresses: readonly CustomerAddress[]) => Promise<Outcome<unknown>>,
): Promise<Outcome<ChangedAddresses>> =>
  transactOutcome(db, async (tx) => {
    await lockCustomer(tx, customerId);
    const earlier = await findCustomerAddresses(tx, customerId);
    const outcome = await change(tx, earlier);
    if (!outcome.ok) return outcome;
    const addresses = await findCustomerAddresses(tx, customerId);
    const before = areaOf(earlier);
    const after = areaOf(addresses);
    return ok({ addresses, shipTo: after === before ? undefined : after });
  });

/** The area of the default address, which is the first in the list. */
const areaOf = ([first]: readonly CustomerAddress[]) => first?.address.countryArea;

/** The empty form for a new address, with the holder's names. */
export const newAddressOf = ({ firstName, lastName }: Pick<Address, "firstName" | "lastName">): Address => ({
  ...blankAddress,
  firstName,
  lastName,
});

/** A customer's addresses, the default one first. */
export const listAddresses = (reader: Db | Tx, customerId: string): Promise<CustomerAddress[]> =>
  findCustomerAddresses(reader, customerId);

/** Adds an address; the first address becomes the default. An equal address is not added twice. */
export const addAddress = (db: Db, customerId: string, sent: SentFields, now: number): Promise<Outcome<ChangedAddresses>> =>
  changing(db, customerId, async (tx, addresses) => {
    const holder = await findAccount(tx, customerId);
    if (!holder) return notFound;
    const address = fromSaved(sent, newAddressOf(holder));
    const errors = savedErrors(sent, address);
    if (errors.length > 0) return invalidFields(errors);
    if (addresses.some((saved) => sameAddress(saved.address, address))) return ok(undefined);
    if (addresses.length >= mostAddresses) return tooMany;
    const id = newId();
    return ok(await insertCustomerAddress(tx, { id, customerId, isDefault: addresses.length === 0, address }, now));
  });

/**
 * Changes the sent fields of an address. All these calls refuse another customer's address and an
 * unknown address in the same way.
 */
export const changeAddress = (db: Db, customerId: string, id: string, sent: SentFields): Promise<Outcome<ChangedAddresses>> =>
  changing(db, customerId, async (tx, addresses) => {
    const saved = addresses.find((one) => one.id === id);
    if (!saved) return notFound;
    const address = fromSaved(sent, saved.address);
    const errors = savedErrors(sent, address);
    if (errors.length > 0) return invalidFields(errors);
    return ok(await updateCustomerAddress(tx, id, address));
  });

/**
 * Makes an address the default. Refuses an unknown address and another customer's address with
 * `not_found`.
 */
export const chooseDefault = (db: Db, customerId: string, id: string): Promise<Outcome<ChangedAddresses>> =>
  changing(db, customerId, async (tx, addresses) => {
    if (!addresses.some((one) => one.id === id)) return notFound;
    return ok(await setDefaultAddress(tx, customerId, id));
  });

/** Removes an address. If it was the default, the newest remaining address becomes the default. */
export const removeAddress = (db: Db, customerId: string, id: string): Promise<Outcome<ChangedAddresses>> =>
  changing(db, customerId, async (tx, addresses) => {
    const removed = addresses.find((one) => one.id === id);
    if (!removed) return notFound;
    await deleteCustomerAddress(tx, id);
    const next = addresses.find((one) => one.id !== id);
    if (removed.isDefault && next) await setDefaultAddress(tx, customerId, next.id);
    return ok(undefined);
  });
