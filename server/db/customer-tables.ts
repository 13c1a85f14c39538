import type { Generated } from "kysely";
import type { AddressColumns, Flag, Time } from "./column-types.ts";

type CustomerTable = {
  id: string;
  email: string;
  email_norm: string;
  email_verified: Generated<Flag>;
  password_hash: string | null;
  first_name: Generated<string>;
  last_name: Generated<string>;
  phone: Generated<string>;
  gender: Generated<string>;
  birthday: Generated<string>;
  avatar: string | null;
  pending_email: string | null;
  demo: Generated<Flag>;
  disabled_at: Time | null;
  /** sign-ins that began before this time are refused */
  signed_out_at: Generated<Time>;
  created_at: Time;
};

/** A note of the staff about a customer. */
type CustomerNoteTable = { id: string; customer_id: string; note: string; actor: string; at: Time };

/** A tag that the staff gave to a customer, to group customers. */
type CustomerTagTable = {
  /** an account's id, or a guest's normalised email */
  person: string;
  /** the folded label, by which it is found */
  tag: string;
  /** the tag as it was typed */
  label: string;
};

/**
 * An account, or a guest with a confirmed email, in the staff's list. Triggers write the rows from
 * the customers, their orders and the ledger.
 */
type CustomerSummaryTable = {
  /** an account's id, or a guest's normalised email */
  person: string;
  /** an account's id, or `guest-` and the number of the guest's first order */
  key: string;
  customer_id: string | null;
  is_guest: Flag;
  email: string;
  email_norm: string;
  name: string;
  /** the name folded for searches; `sorted_name`: last name, then first name, or the email */
  folded_name: string;
  sorted_name: string;
  /** when the account was opened, or the guest's first order was placed */
  since: Time;
  order_count: number;
  /** 0 without an order */
  last_order_at: Time;
  /** cents of products, shipping and tax, less what went back */
  spent: number;
};

type CustomerAddressTable = AddressColumns & { id: string; customer_id: string; is_default: Generated<Flag>; created_at: Time };

type SavedAddressTable = AddressColumns & { visitor: string; at: Time };

type FavouriteTable = { customer_id: string; product_id: string; at: Time };

export type CustomerTables = {
  customer: CustomerTable;
  customer_address: CustomerAddressTable;
  customer_note: CustomerNoteTable;
  customer_summary: CustomerSummaryTable;
  customer_tag: CustomerTagTable;
  saved_address: SavedAddressTable;
  favourite: FavouriteTable;
};
