import type { Generated } from "kysely";
import type { AddressColumns, AddressKind, Flag, Time } from "./column-types.ts";
import type { SupplementOf, TakenBy } from "./phone-order-tables.ts";

type ShippingMethodTable = {
  id: string;
  name: string;
  description: Generated<string>;
  /** country codes, comma separated */
  countries: string;
  price: number;
  free_from: number | null;
  position: Generated<number>;
  active: Generated<Flag>;
  /** business days of the delivery; null: unknown */
  days_from: Generated<number | null>;
  days_to: Generated<number | null>;
  /**
   * the time, in minutes after midnight, until which an order leaves on the same day; null: all day
   */
  cutoff: Generated<number | null>;
  /** null: the method ships to all of its countries */
  zone_id: Generated<string | null>;
  rate_by: Generated<"weight" | "subtotal" | null>;
  /**
   * JSON list of {from, price}: the price from this many grams or cents on. Below the first entry,
   * `price` applies.
   */
  rates: Generated<string | null>;
};

type TaxRateTable = {
  country: string;
  area: string;
  rate_ppm: number;
  /** whether the shop collects tax there, and since when; null: always */
  nexus: Generated<Flag>;
  nexus_from: Generated<Time | null>;
  tax_shipping: Generated<Flag>;
};

type PromoTable = {
  id: string;
  code: string;
  kind: "percent" | "amount" | "shipping" | "buy_get";
  /** whole percent, or cents */
  amount: Generated<number>;
  minimum: Generated<number>;
  usage_limit: number | null;
  used: Generated<number>;
  once_per_customer: Generated<Flag>;
  starts_at: Time;
  ends_at: Time;
  active: Generated<Flag>;
  demo: Generated<Flag>;
  first_order_only: Generated<Flag>;
  /** only for customers with this tag; empty: for everybody */
  customer_tag: Generated<string>;
  /** whether it applies without a code; shoppers then see its name, and its code is the staff's */
  automatic: Generated<Flag>;
  name: Generated<string>;
  /**
   * for a promo that gives units for bought units: the number bought, the number given, and their
   * percent off
   */
  buy_quantity: Generated<number | null>;
  get_quantity: Generated<number | null>;
  get_percent: Generated<number | null>;
};

/** Single-use codes that were made together; they have the terms of their promo. */
type PromoBatchTable = {
  id: string;
  promo_id: string;
  prefix: string;
  size: number;
  made_by: string;
  made_at: Time;
  /** when its unused codes stopped working */
  ended_at: Generated<Time | null>;
};

type PromoCodeTable = { code: string; batch_id: string };

type GiftRuleTable = { id: string; name: Generated<string>; threshold: number; active: Generated<Flag> };

type GiftRuleProductTable = { rule_id: string; product_id: string };

export type CheckoutState = "open" | "paying" | "completed" | "abandoned";

type CheckoutTable = TakenBy &
  SupplementOf & {
    id: string;
    state: Generated<CheckoutState>;
    customer_id: string | null;
    visitor: string | null;
    email: Generated<string>;
    same_as_shipping: Generated<Flag>;
    save_for_later: Generated<Flag>;
    shipping_method_id: string | null;
    promo_id: string | null;
    /** the typed code, if it is of a batch of the promo */
    batch_code: Generated<string | null>;
    /** the last total shown for this checkout */
    quote_id: string | null;
    order_id: string | null;
    /** for an abandoned checkout: the checkout that took over its lines at a sign-in */
    successor_id: Generated<string | null>;
    /** for a copy that another visitor made from a link: the checkout with the original lines */
    copied_from: Generated<string | null>;
    /** JSON of a tax service's answer for this checkout; null: the built-in table is used */
    tax_answer: Generated<string | null>;
    /** the shopper's message to the shop with the order */
    order_note: Generated<string>;
    /** JSON of the discount and the shipping price that the staff set for a phone order */
    price_adjustment: Generated<string | null>;
    /** a message that the shopper sees once, such as about a removed gift */
    notice: Generated<string>;
    created_at: Time;
    updated_at: Time;
    expires_at: Time;
  };

type CheckoutLineTable = {
  id: string;
  checkout_id: string;
  variant_id: string;
  quantity: number;
  gift: Generated<Flag>;
  at: Time;
};

type CheckoutAddressTable = AddressColumns & { checkout_id: string; kind: AddressKind };

type QuoteTable = {
  id: string;
  checkout_id: string;
  total: number;
  breakdown: string;
  /** JSON of all terms except the total (checkout/rules/terms.ts); null once erased */
  terms: Generated<string | null>;
  at: Time;
};

type PromoRedemptionTable = {
  id: string;
  promo_id: string;
  checkout_id: string;
  email_norm: string;
  once_email: string | null;
  /** the code of a batch that it uses up */
  batch_code: Generated<string | null>;
  state: "pending" | "used";
  at: Time;
};

export type CheckoutTables = {
  shipping_method: ShippingMethodTable;
  tax_rate: TaxRateTable;
  promo: PromoTable;
  promo_batch: PromoBatchTable;
  promo_code: PromoCodeTable;
  gift_rule: GiftRuleTable;
  gift_rule_product: GiftRuleProductTable;
  checkout: CheckoutTable;
  checkout_line: CheckoutLineTable;
  checkout_address: CheckoutAddressTable;
  quote: QuoteTable;
  promo_redemption: PromoRedemptionTable;
};
