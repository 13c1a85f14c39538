import type { Generated, Insertable, Kysely, Selectable, Transaction } from "kysely";
import type { AddressChangeTables } from "./address-change-tables.ts";
import type { CatalogTables } from "./catalog-tables.ts";
import type { CheckoutTables } from "./checkout-tables.ts";
import type { Time } from "./column-types.ts";
import type { ContentTables } from "./content-tables.ts";
import type { CustomerTables } from "./customer-tables.ts";
import type { IdentityTables } from "./identity-tables.ts";
import type { ImportTables } from "./import-tables.ts";
import type { OrderTables } from "./order-tables.ts";
import type { PaperTables } from "./paper-tables.ts";
import type { PaymentTables } from "./payment-tables.ts";
import type { PhoneOrderTables } from "./phone-order-tables.ts";
import type { ProductTables } from "./product-tables.ts";
import type { RulesTables } from "./rules-tables.ts";
import type { ShipmentTables } from "./shipment-tables.ts";
import type { StaffListTables } from "./staff-list-tables.ts";
import type { StaffTables } from "./staff-tables.ts";
import type { StockTables } from "./stock-tables.ts";

export type { CheckoutState } from "./checkout-tables.ts";
export type { AddressKind, Time } from "./column-types.ts";
export type { LedgerAccount } from "./order-tables.ts";
export type { AttemptState, OrphanAccount } from "./payment-tables.ts";

type CatalogVersionTable = { id: number; version: number };
/**
 * The changed subjects of cached pages, each with its version (SQLite) or transaction
 * (PostgreSQL); written by triggers (migrations/001-base/page-changes.ts).
 */
type PageChangeTable = { subject: string; changed_in: number };
/** One row: changes older than `pruned_to` are deleted, and those older than `next` will be. */
type PageChangeFloorTable = { id: number; pruned_to: number; next: number };
/**
 * How often pages violated their content security policy, by the blocked address and the screen.
 */
type CspReportTable = { directive: string; blocked: string; screen: string; count: number; first_at: Time; last_at: Time };
type CounterTable = { name: string; value: number };
type JobTable = {
  id: string;
  kind: string;
  /**
   * a text that makes a job unique together with the job's kind, such as the order id for a
   * confirmation email
   */
  subject: string;
  payload: Generated<string>;
  state: Generated<"waiting" | "done" | "failed">;
  tries: Generated<number>;
  run_at: Time;
  lease_until: Generated<Time>;
  failure: Generated<string>;
  created_at: Time;
  done_at: Time | null;
  /** null before the first try */
  first_try_at: Time | null;
  /** when the owner was last told that the job is overdue */
  told_at: Time | null;
  /** the request that enqueued it; null if a timer or a command did */
  request_id: Generated<string | null>;
};
/**
 * The typed values of a native form that was sent after its session had ended; `typed` is a JSON
 * object of texts.
 */
type FormDraftTable = { visitor: string; path: string; form: string; typed: string; expires_at: Time };
/** `packed`: a file and its compressed forms (web/assets/packed.ts) */
type AssetTable = { path: string; packed: Uint8Array };
type AssetBuildTable = { build: string; served_at: Time };
type AssetBuildFileTable = { build: string; path: string };
/** both are names of migrations (schema-requirements.ts) */
type SchemaRequirementTable = { migration: string; needs: string };

/** The schema, common to both engines; the DDL is in migrations/. */
export type Tables = {
  catalog_version: CatalogVersionTable;
  page_change: PageChangeTable;
  page_change_floor: PageChangeFloorTable;
  csp_report: CspReportTable;
  form_draft: FormDraftTable;
  counter: CounterTable;
  job: JobTable;
  asset: AssetTable;
  asset_build: AssetBuildTable;
  asset_build_file: AssetBuildFileTable;
  schema_requirement: SchemaRequirementTable;
  timer: { name: string; begun_at: Time };
} & CatalogTables &
  CustomerTables &
  IdentityTables &
  CheckoutTables &
  PaymentTables &
  OrderTables &
  AddressChangeTables &
  StaffTables &
  ContentTables &
  ImportTables &
  PaperTables &
  ProductTables &
  StaffListTables &
  RulesTables &
  PhoneOrderTables &
  ShipmentTables &
  StockTables;

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;

/**
 * The database. Reads accept it or a `Tx`. A writing function that accepts it opens its own
 * transaction through `transact`.
 */
export type Db = Kysely<Tables>;
/** A transaction that the caller opened. */
export type Tx = Transaction<Tables>;
