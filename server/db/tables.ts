import type { Generated, Insertable, Kysely, Selectable, Transaction } from "kysely";
import type { RefusalCode } from "../outcome.ts";
import type { ContentTables } from "./content-tables.ts";
import type { ImportTables } from "./import-tables.ts";
import type { PhoneOrderTables, TakenBy } from "./phone-order-tables.ts";
import type { ProductTables } from "./product-tables.ts";
import type { RulesTables } from "./rules-tables.ts";
import type { ShipmentCount, ShipmentTables } from "./shipment-tables.ts";
import type { StaffListTables } from "./staff-list-tables.ts";
import type { StaffTables } from "./staff-tables.ts";
import type { StockTables } from "./stock-tables.ts";

/** 0 or 1: both engines store booleans as integers. */
type Flag = number;
/** Milliseconds since 1970-01-01 UTC. */
export type Time = number;

type CategoryTable = {
  id: string;
  slug: string;
  name: string;
  intro: Generated<string>;
  position: Generated<number>;
  /** whether any product of it is published, kept by triggers */
  has_products: Generated<Flag>;
};
type ProductTable = {
  id: string;
  slug: string;
  name: string;
  category_id: string;
  brand: Generated<string>;
  /** sanitised HTML */
  description: Generated<string>;
  /**
   * identifies the raw text and the rules that the description was made from
   * (catalog/description.ts); null: unknown
   */
  description_source: Generated<string | null>;
  label: string | null;
  published: Generated<Flag>;
  premium: Generated<Flag>;
  demo: Generated<Flag>;
  /** lowest and highest active variant price in cents, kept by catalog/save-products.ts */
  price_start: Generated<number>;
  price_stop: Generated<number>;
  units_90: Generated<number>;
  views_30: Generated<number>;
  popularity: Generated<number>;
  created_at: Time;
  updated_at: Time;
  /** when it is published, or hidden, by itself (catalog/apply-schedules.ts) */
  publish_at: Generated<Time | null>;
  unpublish_at: Generated<Time | null>;
};
type VariantTable = {
  id: string;
  product_id: string;
  /** SKU, else handle and options: by what an import recognises the variant */
  key: string;
  sku: Generated<string>;
  name: string;
  /** JSON object: option name → value, in order */
  options: Generated<string>;
  price: number;
  compare_at: number | null;
  position: Generated<number>;
  /** which of the product's pictures shows it, from 0 */
  picture: Generated<number>;
  active: Generated<Flag>;
  grams: Generated<number>;
  barcode: Generated<string>;
  on_hand: Generated<number>;
  reserved: Generated<number>;
  /** its product's, kept by triggers */
  category_id: Generated<string | null>;
};
type AttributeTable = { id: string; slug: string; name: string; position: Generated<number> };
type AttributeValueTable = { id: string; attribute_id: string; slug: string; name: string; position: Generated<number> };
type ProductAttributeTable = { product_id: string; value_id: string };
type ProductMediaTable = {
  id: string;
  product_id: string;
  position: Generated<number>;
  kind: "drawn" | "stored";
  key: string;
  alt: string;
  width: Generated<number>;
  height: Generated<number>;
  /** address of an imported picture; while its kind is `drawn`, it is not fetched yet */
  wanted_url: string | null;
};
type ReviewTable = {
  id: string;
  product_id: string;
  customer_id: string | null;
  author: string;
  stars: number;
  title: Generated<string>;
  body: Generated<string>;
  published: Generated<Flag>;
  at: Time;
  /** the buyer's first shipped order of the product: bought here; null for one that came otherwise */
  order_id: Generated<string | null>;
  /** when the staff last decided; null while a buyer's waits, which is not published */
  decided_at: Generated<Time | null>;
  /** the shop's, in public */
  answer: Generated<string>;
  answered_at: Generated<Time | null>;
};
type ProductViewTable = { product_id: string; day: number; views: number };
type BannerTable = {
  id: string;
  page: string;
  position: Generated<number>;
  background_url: string;
  background_alt: Generated<string>;
  title: string;
  subtitle: Generated<string>;
  cta_text: Generated<string>;
  cta_link: Generated<string>;
  image_url: Generated<string>;
  image_alt: Generated<string>;
  active: Generated<Flag>;
  /** shown from then on; null: at once */
  starts_at: Generated<Time | null>;
  /** not shown from then on; null: for good */
  ends_at: Generated<Time | null>;
};
type ContentPageTable = {
  slug: string;
  title: string;
  description: string;
  markdown: string;
  demo: Generated<Flag>;
  updated_at: Time;
};
type StateRuleTable = {
  id: string;
  country: string;
  area: string;
  category_id: string | null;
  product_id: string | null;
  /** in force since; orders placed before did not break the rule (I11) */
  since: Generated<Time>;
  /** of a product alone: it may be sold there, whatever holds for its category */
  allowed: Generated<Flag>;
};
/**
 * Written by triggers alone (migrations/002-search). SQLite numbers the products here, PostgreSQL
 * stores their words.
 */
type ProductSearchTable = { id: Generated<number>; product_id: string };
type CatalogVersionTable = { id: number; version: number };
/**
 * Which products changed, and when by the engine's count; written by triggers
 * (migrations/003-assortment.ts).
 */
type AssortmentChangeTable = { subject: string; changed_in: number };
/** A view of one row: from where to read next time, and what to leave out. */
type AssortmentClockView = { settled: number; until: number };
/**
 * What cached pages show that has changed, and in which version (SQLite) or transaction
 * (PostgreSQL); written by triggers (migrations/046-page-changes.ts).
 */
type PageChangeTable = { subject: string; changed_in: number };
/** One row: older changes than `pruned_to` are deleted, those older than `next` will be. */
type PageChangeFloorTable = { id: number; pruned_to: number; next: number };

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
  /** sign-ins that began before are refused */
  signed_out_at: Generated<Time>;
  created_at: Time;
};
/** The whole address shape, the same for a checkout, an order and a customer (decisions §3). */
type AddressColumns = {
  first_name: string;
  last_name: string;
  street_address_1: string;
  city: string;
  postal_code: string;
  country: string;
  country_area: string;
  phone: Generated<string>;
};
/** What the staff note about a customer. */
type CustomerNoteTable = { id: string; customer_id: string; note: string; actor: string; at: Time };
type CustomerAddressTable = AddressColumns & { id: string; customer_id: string; is_default: Generated<Flag>; created_at: Time };
type SavedAddressTable = AddressColumns & { visitor: string; at: Time };
type FavouriteTable = { customer_id: string; product_id: string; at: Time };
type SessionTable = {
  token_hash: string;
  customer_id: string;
  created_at: Time;
  expires_at: Time;
  agent: Generated<string>;
  /** id of the browser that it was issued to; none until a session of an earlier release is used */
  visitor: string | null;
  /** the known device that signed in, which ends with it when it is removed */
  device: string | null;
  /** when its customer last gave a proof; null where the sign-in was the only one */
  authenticated_at: Generated<Time | null>;
};
/** A browser that has signed in to this account before. */
type KnownDeviceTable = { secret_hash: string; customer_id: string; created_at: Time; used_at: Time };
/** What happened to an account; rows are only added (migrations/037-security-events.ts). */
type SecurityEventTable = {
  id: string;
  subject_kind: "customer" | "staff";
  subject_id: string;
  /** one of customers/rules/security-events.ts */
  kind: string;
  actor: "customer" | "owner" | "staff" | "shop";
  /** the member of the staff who did it */
  actor_id: string | null;
  /** the wider network of the request's address, such as 203.0.113.0/24; empty once erased */
  network: Generated<string>;
  /** browser and system in the shop's words; empty once erased */
  agent: Generated<string>;
  /** which way, provider or device; empty once erased */
  detail: Generated<string>;
  /** of the log's lines */
  request_id: string;
  at: Time;
  /** when the personal values were emptied */
  erased_at: Generated<Time | null>;
};
/** How often pages broke their content security policy, by what was blocked on which screen. */
type CspReportTable = { directive: string; blocked: string; screen: string; count: number; first_at: Time; last_at: Time };
type SpentChallengeTable = {
  nonce: string;
  expires_at: number;
};

type CountedTryTable = { id: string; kind: string; subject: string; at: Time };

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
  /** business days that it takes; null: the shop does not say */
  days_from: Generated<number | null>;
  days_to: Generated<number | null>;
  /** minutes after midnight until which an order leaves on the same day; null: all day */
  cutoff: Generated<number | null>;
  /** null: it ships to all of its countries */
  zone_id: Generated<string | null>;
  rate_by: Generated<"weight" | "subtotal" | null>;
  /** JSON list of {from, price}: from so many grams or cents on; below the first it is `price` */
  rates: Generated<string | null>;
};
type TaxRateTable = {
  country: string;
  area: string;
  rate_ppm: number;
  /** whether the shop collects tax there, and since when; null: it always did */
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
  /** of one that gives units for units bought: how many are bought, how many given, and at how many percent off */
  buy_quantity: Generated<number | null>;
  get_quantity: Generated<number | null>;
  get_percent: Generated<number | null>;
};
type GiftRuleTable = { id: string; name: Generated<string>; threshold: number; active: Generated<Flag> };
type GiftRuleProductTable = { rule_id: string; product_id: string };
export type CheckoutState = "open" | "paying" | "completed" | "abandoned";
type CheckoutTable = TakenBy & {
  id: string;
  state: Generated<CheckoutState>;
  customer_id: string | null;
  visitor: string | null;
  email: Generated<string>;
  same_as_shipping: Generated<Flag>;
  save_for_later: Generated<Flag>;
  shipping_method_id: string | null;
  promo_id: string | null;
  /** the last total shown for this checkout */
  quote_id: string | null;
  order_id: string | null;
  /** of an abandoned one: where its lines went at a sign-in */
  successor_id: Generated<string | null>;
  /** JSON of what a tax service answered for it; null: the built-in table counts */
  tax_answer: Generated<string | null>;
  /** a message that the shopper sees once, such as a gift that was removed */
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
export type AddressKind = "shipping" | "billing";
type CheckoutAddressTable = AddressColumns & { checkout_id: string; kind: AddressKind };
type QuoteTable = {
  id: string;
  checkout_id: string;
  total: number;
  breakdown: string;
  /** JSON: what it names besides the total (checkout/rules/terms.ts); null: the last release's */
  terms: Generated<string | null>;
  at: Time;
};
type PromoRedemptionTable = {
  id: string;
  promo_id: string;
  checkout_id: string;
  email_norm: string;
  once_email: string | null;
  state: "pending" | "used";
  at: Time;
};

export type AttemptState =
  | "created"
  | "sent"
  | "unknown"
  | "authorized"
  | "finalized"
  | "captured"
  | "declined"
  | "not_found"
  | "voiding"
  | "voided"
  | "refunding"
  | "part_refunded"
  | "refunded";
type AttemptTable = {
  id: string;
  checkout_id: string;
  n: number;
  /**
   * the gateway's idempotency key, `{shopId}-{checkoutId}-{n}`; of attempts made before the shop had
   * an id `{checkoutId}-{n}`
   */
  key: string;
  kind: "card" | "none";
  state: AttemptState;
  amount: number;
  /** JSON of the order snapshot (checkout contract §5) */
  snapshot: string;
  order_id: string;
  auth_ref: string | null;
  capture_ref: string | null;
  /** settled before the gateway is first asked to capture; null until then */
  capture_amount: Generated<number | null>;
  brand: string | null;
  last4: string | null;
  avs: string | null;
  cvv: string | null;
  code: string | null;
  /**
   * the words of `refusal_code`, for the last release; null while the attempt made an order or
   * still may
   */
  refusal: string | null;
  /**
   * why the attempt made no order; null as long as `refusal` is, and where the last release wrote
   * it
   */
  refusal_code: RefusalCode | null;
  /** when its snapshot's names, addresses and email were emptied */
  erased_at: Generated<Time | null>;
  lease_until: Time;
  sent_at: Time | null;
  created_at: Time;
  updated_at: Time;
};
type AttemptReservationTable = { attempt_id: string; variant_id: string; quantity: number };
type IdempotencyKeyTable = { checkout_id: string; key: string; attempt_id: string; at: Time };
/** What an `Idempotency-Key` was first sent for; `quote` is empty where the payment named none. */
type KeyFingerprintTable = { key: string; checkout_id: string; quote: string; at: Time };
/** `attempt_id` is null where the answer was another total than the one agreed to. */
type FormKeyTable = { checkout_id: string; key: string; attempt_id: string | null; at: Time };

type CounterTable = { name: string; value: number };
type OrdersTable = ShipmentCount &
  TakenBy & {
    id: string;
    number: number;
    checkout_id: string;
    customer_id: string | null;
    visitor: string | null;
    email: string;
    email_norm: string;
    state: Generated<"placed" | "canceled" | "fulfilled">;
    cancelation_requested: Generated<Flag>;
    cancel_reason: string | null;
    subtotal: number;
    discount: number;
    shipping: number;
    tax: number;
    total: number;
    currency: Generated<string>;
    shipping_method: string;
    promo_code: string | null;
    brand: string | null;
    last4: string | null;
    /** when the purchase event was handed to the page: once per order (I12) */
    reported_at: Time | null;
    placed_at: Time;
    fulfilled_at: Time | null;
    canceled_at: Time | null;
    /** the estimate that the shopper was told, as `2026-12-02` */
    delivery_from: Generated<string | null>;
    delivery_to: Generated<string | null>;
    carrier: Generated<string | null>;
    tracking: Generated<string | null>;
    /** when the payer was asked to review what it brought; once */
    review_invited_at: Generated<Time | null>;
    /** how many there are of each, which numbers the next one */
    edit_count: Generated<number>;
    refund_count: Generated<number>;
    return_count: Generated<number>;
    /** when what is personal was emptied; amounts, lines, tax states and dates stay */
    erased_at: Generated<Time | null>;
    /** the part of `tax` that is on shipping, beside that of the lines */
    shipping_tax: Generated<number>;
    /** the rate of that; null: nobody said */
    shipping_tax_ppm: Generated<number | null>;
  };
type OrderAddressTable = AddressColumns & { order_id: string; kind: AddressKind };
type OrderLineTable = {
  id: string;
  order_id: string;
  position: number;
  product_id: string;
  variant_id: string;
  product_slug: string;
  product_name: string;
  variant_name: string;
  picture: Generated<string>;
  quantity: number;
  gift: Generated<Flag>;
  unit_price: number;
  discount: number;
  tax: number;
  /** unit price × quantity − discount */
  net: number;
  /** the rate of its tax; null: nobody said */
  tax_ppm: Generated<number | null>;
  /** when its order was placed; set by a trigger where nobody says it */
  sold_at: Generated<Time | null>;
};
type OrderEventTable = {
  id: string;
  order_id: string;
  kind: string;
  note: Generated<string>;
  /** who took the step; null for those of earlier releases */
  actor: Generated<string | null>;
  at: Time;
};
/** Units taken out of a line before the order ships, with their share of its money. */
type OrderEditTable = {
  order_id: string;
  n: number;
  line_id: string;
  quantity: number;
  net: number;
  tax: number;
  actor: string;
  at: Time;
};
/** `withdrawn`: the gateway had returned this money already, in another way. */
type OrderRefundTable = {
  order_id: string;
  n: number;
  /** `{orderId}-r{n}`, or the gateway's own for a refund that was made there */
  key: string;
  state: "requested" | "refunded" | "withdrawn";
  /** products, shipping, tax, and what an edit left to return, in cents */
  amount: number;
  products: number;
  shipping: number;
  tax: number;
  owed: number;
  actor: string;
  requested_at: Time;
  decided_at: Time | null;
};
type OrderRefundLineTable = { order_id: string; n: number; line_id: string; quantity: number; net: number; tax: number };
type OrderReturnTable = {
  id: string;
  order_id: string;
  /** products that were announced together have the same number */
  n: number;
  line_id: string;
  quantity: number;
  state: "asked" | "received" | "restocked" | "written_off" | "refunded";
  restocked: Generated<Flag>;
  /** null before its refund, and where nothing was left to refund */
  refund_key: Generated<string | null>;
  actor: string;
  asked_at: Time;
  changed_at: Time;
};
/** A browser that may see another customer's order for a limited time. */
type OrderGrantTable = { visitor: string; order_id: string; until: Time };
/** The SHA-256 of the token in a mail's link to an order. */
type OrderTokenTable = { hash: string; order_id: string; created_at: Time };
export type LedgerAccount = "receivable" | "gateway" | "revenue" | "tax" | "shipping" | "discount";
type LedgerEntryTable = { id: string; order_id: string; event: string; account: LedgerAccount; amount: number; at: Time };
type JobTable = {
  id: string;
  kind: string;
  /** with the kind, what makes a job happen once: an order id for a confirmation mail */
  subject: string;
  payload: Generated<string>;
  state: Generated<"waiting" | "done" | "failed">;
  tries: Generated<number>;
  run_at: Time;
  lease_until: Generated<Time>;
  failure: Generated<string>;
  created_at: Time;
  done_at: Time | null;
  /** null before the first try, and where the last release made it */
  first_try_at: Time | null;
  /** when the owner was last told that it is overdue */
  told_at: Time | null;
  /** of the request that enqueued it; null where a timer or a command did, or the last release */
  request_id: Generated<string | null>;
};

/** What was typed into a native form whose session was over; `typed` is a JSON object of texts. */
type FormDraftTable = { visitor: string; path: string; form: string; typed: string; expires_at: Time };

/** A one-time token, stored as a hash. */
type SubjectColumns = { subject_kind: "customer" | "staff"; subject_id: string };
type PasskeyTable = SubjectColumns & {
  /** the credential's, in base64url */
  id: string;
  /** the domain that it signs in at */
  relying_party: string;
  public_key: string;
  counter: number;
  /** a JSON list */
  transports: string;
  name: string;
  created_at: Time;
  used_at: Time | null;
};
/** An authenticator app, its secret sealed; not in use before it is confirmed. */
type TotpTable = SubjectColumns & {
  secret: string;
  /** of the last code that was used */
  last_step: Generated<number>;
  created_at: Time;
  confirmed_at: Time | null;
};
type RecoveryCodeTable = SubjectColumns & { hash: string; used_at: Time | null };
/** What a browser has yet to sign; `subject` is whom a passkey is made for, empty at a sign-in. */
type PasskeyChallengeTable = { hash: string; visitor: string; subject: string; expires_at: Time };
/** A sign-in that waits for its second step; `at` is when it began. */
type PendingSignInTable = SubjectColumns & {
  visitor: string;
  way: string;
  /** a JSON list of ids */
  favourites: string;
  at: Time;
  expires_at: Time;
  tries: Generated<number>;
};
/** An address that a customer has left, until that can no longer be undone. */
type FormerEmailTable = { customer_id: string; email_norm: string; email: string; until: Time };
type OneTimeTokenTable = {
  hash: string;
  kind:
    | "verify-email"
    | "reset"
    | "change-email"
    | "sign-up"
    | "custom"
    | "lookup"
    | "undo-email"
    | "undo-disable"
    | "staff"
    | "phone-order";
  /** whom it is for: a customer's or a staff member's id, a normalised mail, an order's or a checkout's id */
  subject: string;
  /** JSON object */
  payload: Generated<string>;
  created_at: Time;
  expires_at: Time;
  used_at: Time | null;
};
/** An account at a provider with which a customer signs in here. */
type SocialLinkTable = {
  /** the issuer, or the name of a demo provider */
  provider: string;
  subject: string;
  customer_id: string;
  created_at: Time;
};
/** A social sign-in that was begun; used once, in the browser that began it. */
type SocialStartTable = {
  state_hash: string;
  /** whose it is: the hash of the flow's own cookie; the last release stored the visitor's id */
  visitor: string;
  place: number;
  nonce: string;
  verifier: string;
  next: string | null;
  /** names the channel on which a popup reports */
  popup: string | null;
  expires_at: Time;
  /** the customer who proves by it who they are, instead of signing in */
  confirms: Generated<string | null>;
};
/** A profile with which a provider sent this browser back. */
type SocialReturnTable = {
  /** the hash of the flow's cookie, as of a start */
  visitor: string;
  /** what the page's token is derived from */
  token_id: string;
  provider: string;
  label: string;
  subject: string;
  email: string;
  email_verified: Flag;
  name: string;
  gender: string;
  birthday: string;
  next: string | null;
  popup: string | null;
  /** the customer that `new_user` found or created */
  customer_id: string | null;
  expires_at: Time;
  spent_at: Time | null;
};

/** One row: this database's id, in each key that it gives the gateway. */
type ShopIdentityTable = { single: 1; id: string; created_at: Time };
/** One row: the gateway's transactions up to `swept_until` have been compared with the attempts. */
type GatewaySweepTable = { single: 1; swept_until: Time; week_swept_at: Time; lease_until: Time };
/** An authorization at the gateway that holds or held money for no order here. */
type OrphanAuthorizationTable = {
  /** the gateway's reference */
  ref: string;
  /** part of the keys of the calls that return the money */
  id: string;
  key: string;
  /**
   * `ended`: its attempt made no order. `duplicate`: its attempt has another authorization. `lost`:
   * this shop's key without an attempt. `foreign`: another's key
   */
  reason: "ended" | "duplicate" | "lost" | "foreign";
  attempt_id: string | null;
  amount: number;
  /** `accepted`: the owner leaves it as it is */
  state: "reported" | "accepted" | "returning" | "voided" | "refunded";
  authorized_at: Time;
  found_at: Time;
  updated_at: Time;
};
export type OrphanAccount = "held" | "gateway" | "cardholder";
type OrphanLedgerEntryTable = { id: string; ref: string; event: string; account: OrphanAccount; amount: number; at: Time };

/** The one schema of both engines; the DDL is in migrations/. */
/** `packed`: a file and its compressed forms (web/assets/packed.ts) */
type AssetTable = { path: string; packed: Uint8Array };
type AssetBuildTable = { build: string; served_at: Time };
type AssetBuildFileTable = { build: string; path: string };
/** both are names of migrations (schema-requirements.ts) */
type SchemaRequirementTable = { migration: string; needs: string };

export type Tables = {
  category: CategoryTable;
  product: ProductTable;
  variant: VariantTable;
  attribute: AttributeTable;
  attribute_value: AttributeValueTable;
  product_attribute: ProductAttributeTable;
  product_media: ProductMediaTable;
  review: ReviewTable;
  product_view: ProductViewTable;
  banner: BannerTable;
  content_page: ContentPageTable;
  state_rule: StateRuleTable;
  product_search: ProductSearchTable;
  catalog_version: CatalogVersionTable;
  assortment_change: AssortmentChangeTable;
  page_change: PageChangeTable;
  page_change_floor: PageChangeFloorTable;
  assortment_clock: AssortmentClockView;
  customer: CustomerTable;
  customer_address: CustomerAddressTable;
  customer_note: CustomerNoteTable;
  saved_address: SavedAddressTable;
  favourite: FavouriteTable;
  session: SessionTable;
  known_device: KnownDeviceTable;
  one_time_token: OneTimeTokenTable;
  former_email: FormerEmailTable;
  passkey: PasskeyTable;
  totp: TotpTable;
  recovery_code: RecoveryCodeTable;
  passkey_challenge: PasskeyChallengeTable;
  pending_sign_in: PendingSignInTable;
  security_event: SecurityEventTable;
  csp_report: CspReportTable;
  social_link: SocialLinkTable;
  social_start: SocialStartTable;
  social_return: SocialReturnTable;
  counted_try: CountedTryTable;
  spent_challenge: SpentChallengeTable;
  shipping_method: ShippingMethodTable;
  tax_rate: TaxRateTable;
  promo: PromoTable;
  gift_rule: GiftRuleTable;
  gift_rule_product: GiftRuleProductTable;
  checkout: CheckoutTable;
  checkout_line: CheckoutLineTable;
  checkout_address: CheckoutAddressTable;
  quote: QuoteTable;
  promo_redemption: PromoRedemptionTable;
  attempt: AttemptTable;
  attempt_reservation: AttemptReservationTable;
  idempotency_key: IdempotencyKeyTable;
  key_fingerprint: KeyFingerprintTable;
  form_draft: FormDraftTable;
  form_key: FormKeyTable;
  counter: CounterTable;
  orders: OrdersTable;
  order_address: OrderAddressTable;
  order_line: OrderLineTable;
  order_event: OrderEventTable;
  order_edit: OrderEditTable;
  order_refund: OrderRefundTable;
  order_refund_line: OrderRefundLineTable;
  order_return: OrderReturnTable;
  order_grant: OrderGrantTable;
  order_token: OrderTokenTable;
  ledger_entry: LedgerEntryTable;
  job: JobTable;
  asset: AssetTable;
  asset_build: AssetBuildTable;
  asset_build_file: AssetBuildFileTable;
  schema_requirement: SchemaRequirementTable;
  shop_identity: ShopIdentityTable;
  gateway_sweep: GatewaySweepTable;
  timer: { name: string; begun_at: Time };
  orphan_authorization: OrphanAuthorizationTable;
  orphan_ledger_entry: OrphanLedgerEntryTable;
} & StaffTables &
  ContentTables &
  ImportTables &
  ProductTables &
  StaffListTables &
  RulesTables &
  PhoneOrderTables &
  ShipmentTables &
  StockTables;

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;

/**
 * The database: reads take it or a `Tx`; writing functions that take it open their own transaction
 * through `transact`.
 */
export type Db = Kysely<Tables>;
/** A transaction that the caller opened. */
export type Tx = Transaction<Tables>;
