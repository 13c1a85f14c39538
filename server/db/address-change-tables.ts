import type { Generated } from "kysely";
import type { AddressColumns, Time } from "./column-types.ts";

/** The latest address to which a shopper wants an order sent; one for each order. */
type AddressRequestTable = AddressColumns & {
  order_id: string;
  /** `ended`: the order shipped or was canceled before anybody decided */
  state: "asked" | "withdrawn" | "accepted" | "declined" | "ended";
  /** what the shopper wrote with it; empty without a note */
  note: Generated<string>;
  /** the event of the request */
  asked_event: string;
  requested_at: Time;
  /** the event whose note has the shop's words, if it declined */
  decided_event: string | null;
  decided_at: Time | null;
};

/** An unshipped order that went to another state; amounts are what it then cost less, in cents. */
type OrderReaddressTable = {
  order_id: string;
  n: number;
  former_country: string;
  former_area: string;
  country: string;
  area: string;
  shipping: number;
  /** including `shipping_tax` */
  tax: number;
  shipping_tax: number;
  /** the rate on shipping in the new state */
  shipping_tax_ppm: number;
  /** the whole price of shipping in the new state, and its tax, also where a part was refunded */
  shipping_there: number;
  shipping_tax_there: number;
  actor: string;
  at: Time;
};

/** What the tax of a line fell by, and its rate in the new state. */
type OrderReaddressLineTable = { order_id: string; n: number; line_id: string; tax: number; tax_ppm: number };

export type AddressChangeTables = {
  address_request: AddressRequestTable;
  order_readdress: OrderReaddressTable;
  order_readdress_line: OrderReaddressLineTable;
};
