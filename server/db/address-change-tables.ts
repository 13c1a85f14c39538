import type { Generated } from "kysely";
import type { AddressColumns, Time } from "./column-types.ts";

/** A shopper's latest request for another shipping address; at most one for each order. */
type AddressRequestTable = AddressColumns & {
  order_id: string;
  /** `ended`: the order shipped or was canceled before anybody decided */
  state: "asked" | "withdrawn" | "accepted" | "declined" | "ended";
  /** the shopper's note; empty without one */
  note: Generated<string>;
  /** the id of the order event that records the request */
  asked_event: string;
  requested_at: Time;
  /** the id of the order event whose note says why the shop declined; null unless it did */
  decided_event: string | null;
  decided_at: Time | null;
};

/** An unshipped order's change of state; amounts are what the order then costs less, in cents. */
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

/** The amount by which a line's tax fell, in cents, and the line's rate in the new state. */
type OrderReaddressLineTable = { order_id: string; n: number; line_id: string; tax: number; tax_ppm: number };

export type AddressChangeTables = {
  address_request: AddressRequestTable;
  order_readdress: OrderReaddressTable;
  order_readdress_line: OrderReaddressLineTable;
};
