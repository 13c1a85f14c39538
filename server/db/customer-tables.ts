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

type CustomerAddressTable = AddressColumns & { id: string; customer_id: string; is_default: Generated<Flag>; created_at: Time };

type SavedAddressTable = AddressColumns & { visitor: string; at: Time };

type FavouriteTable = { customer_id: string; product_id: string; at: Time };

export type CustomerTables = {
  customer: CustomerTable;
  customer_address: CustomerAddressTable;
  customer_note: CustomerNoteTable;
  saved_address: SavedAddressTable;
  favourite: FavouriteTable;
};
