import { addressColumns, toAddress, toColumns } from "../db/address.ts";
import type { Db, Tx } from "../db/tables.ts";
import type { Address } from "./rules/address.ts";

/** A browser keeps one address, the last that its guest asked to save. */
export async function keepVisitorAddress(tx: Tx, visitor: string, address: Address, now: number): Promise<void> {
  const columns = { ...toColumns(address), at: now };
  await tx
    .insertInto("saved_address")
    .values({ visitor, ...columns })
    .onConflict((conflict) => conflict.column("visitor").doUpdateSet(columns))
    .execute();
}

export const forgetVisitorAddress = (tx: Tx, visitor: string) =>
  tx.deleteFrom("saved_address").where("visitor", "=", visitor).execute();

export async function findVisitorAddress(reader: Db | Tx, visitor: string): Promise<Address | undefined> {
  const row = await reader.selectFrom("saved_address").select(addressColumns).where("visitor", "=", visitor).executeTakeFirst();
  return row && toAddress(row);
}

export const lockCustomer = (tx: Tx, id: string) =>
  tx.selectFrom("customer").select("id").where("id", "=", id).forUpdate().executeTakeFirst();

export type CustomerAddress = { id: string; isDefault: boolean; address: Address };

/** A customer's addresses, the default one first, then the newest. */
export async function findCustomerAddresses(reader: Db | Tx, customerId: string): Promise<CustomerAddress[]> {
  const rows = await reader
    .selectFrom("customer_address")
    .select(["id", "is_default", ...addressColumns])
    .where("customer_id", "=", customerId)
    .orderBy("is_default", "desc")
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ id: row.id, isDefault: row.is_default === 1, address: toAddress(row) }));
}

type NewAddress = { id: string; customerId: string; isDefault: boolean; address: Address };

export const insertCustomerAddress = (tx: Tx, { id, customerId, isDefault, address }: NewAddress, now: number) =>
  tx
    .insertInto("customer_address")
    .values({ id, customer_id: customerId, is_default: isDefault ? 1 : 0, created_at: now, ...toColumns(address) })
    .execute();

export async function findCustomerEmail(reader: Db | Tx, customerId: string): Promise<string | undefined> {
  const row = await reader.selectFrom("customer").select("email").where("id", "=", customerId).executeTakeFirst();
  return row?.email;
}
