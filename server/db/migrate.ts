import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { failureOf, isBusyFile } from "./failure.ts";
import { applyOneByOne, type OneByOneOptions } from "./migrate-one-by-one.ts";
import { type Engine, shopMigration } from "./migrations/001-shop.ts";
import { searchMigration } from "./migrations/002-search.ts";
import { assortmentMigration } from "./migrations/003-assortment.ts";
import { drawingsMigration } from "./migrations/004-drawings.ts";
import { salesMigration } from "./migrations/005-sales.ts";
import { identityMigration } from "./migrations/006-identity.ts";
import { socialMigration } from "./migrations/007-social.ts";
import { orderGrantMigration } from "./migrations/008-orders.ts";
import { botCheckMigration } from "./migrations/010-bot-check.ts";
import { signOutsMigration } from "./migrations/011-sign-outs.ts";
import { searchTogetherMigration } from "./migrations/012-search-together.ts";
import { refusalCodesMigration } from "./migrations/013-refusal-codes.ts";
import { formKeysMigration } from "./migrations/014-form-keys.ts";
import { descriptionSourcesMigration } from "./migrations/015-description-sources.ts";
import { contentPagesMigration } from "./migrations/016-content-pages.ts";
import { deliveryMigration } from "./migrations/017-delivery.ts";
import { trackingMigration } from "./migrations/018-tracking.ts";
import { checkoutSuccessorsMigration } from "./migrations/019-checkout-successors.ts";
import { quoteTermsMigration } from "./migrations/020-quote-terms.ts";
import { formDraftsMigration } from "./migrations/022-form-drafts.ts";
import { orderTokensMigration } from "./migrations/023-order-tokens.ts";
import { stockChangesMigration } from "./migrations/024-stock-changes.ts";
import { assetsMigration } from "./migrations/026-assets.ts";
import { sweepMigration } from "./migrations/027-sweep.ts";
import { jobsMigration } from "./migrations/028-jobs.ts";
import { afterSaleMigration } from "./migrations/029-after-sale.ts";
import { returnsMigration } from "./migrations/030-returns.ts";
import { keyFingerprintsMigration } from "./migrations/031-key-fingerprints.ts";
import { knownDevicesMigration } from "./migrations/032-known-devices.ts";
import { reauthenticationMigration } from "./migrations/034-reauthentication.ts";
import { undoLinksMigration } from "./migrations/035-undo-links.ts";
import { secondFactorsMigration } from "./migrations/036-second-factors.ts";
import { securityEventsMigration } from "./migrations/037-security-events.ts";
import { personalDataMigration } from "./migrations/038-personal-data.ts";
import { erasureMigration } from "./migrations/039-erasure.ts";
import { workFoundMigration } from "./migrations/042-work-found.ts";
import { afterSaleKeptMigration } from "./migrations/045-after-sale-kept.ts";
import { pageChangesMigration } from "./migrations/046-page-changes.ts";
import { expiriesMigration } from "./migrations/047-expiries.ts";
import { schemaRequirementsMigration } from "./migrations/049-schema-requirements.ts";
import { requestIdsMigration } from "./migrations/050-request-ids.ts";
import { staffMigration } from "./migrations/051-staff.ts";
import { customerNotesMigration } from "./migrations/052-customer-notes.ts";
import { timersMigration } from "./migrations/053-timers.ts";
import { staffListsMigration } from "./migrations/054-staff-lists.ts";
import { productEditingMigration } from "./migrations/056-product-editing.ts";
import { productSchedulesMigration } from "./migrations/057-product-schedules.ts";
import { stockCountsMigration } from "./migrations/058-stock-counts.ts";
import { saleEntriesMigration } from "./migrations/059-sale-entries.ts";
import { sellingRulesMigration } from "./migrations/060-selling-rules.ts";
import { shippingZonesMigration } from "./migrations/061-shipping-zones.ts";
import { contentSettingsMigration } from "./migrations/062-content-settings.ts";
import { buyersReviewsMigration } from "./migrations/065-buyers-reviews.ts";
import { shipmentsMigration } from "./migrations/066-shipments.ts";
import { finishedOrdersMigration } from "./migrations/068-finished-orders.ts";
import { phoneOrdersMigration } from "./migrations/069-phone-orders.ts";
import { productImportsMigration } from "./migrations/071-product-imports.ts";
import { stateExceptionsMigration } from "./migrations/073-state-exceptions.ts";
import { taxAnswersMigration } from "./migrations/074-tax-answers.ts";
import { emailWordingsMigration } from "./migrations/075-email-wordings.ts";
import { redirectUsesMigration } from "./migrations/076-redirect-uses.ts";
import { staffSearchMigration } from "./migrations/077-staff-search.ts";
import { ordersByPhoneMigration } from "./migrations/078-orders-by-phone.ts";
import { listIndexesMigration } from "./migrations/079-list-indexes.ts";
import { reportColumnsMigration } from "./migrations/080-report-columns.ts";
import { saleSumsMigration } from "./migrations/081-sale-sums.ts";
import { moreListIndexesMigration } from "./migrations/082-more-list-indexes.ts";
import { headerCategoriesMigration } from "./migrations/083-header-categories.ts";
import { categoryLeftOnceMigration } from "./migrations/084-category-left-once.ts";
import { productOrdersMigration } from "./migrations/085-product-orders.ts";
import { returnRequestsMigration } from "./migrations/086-return-requests.ts";
import { erasureIndexesMigration } from "./migrations/087-erasure-indexes.ts";
import { rowNumbersMigration } from "./migrations/088-row-numbers.ts";
import { openJobsMigration } from "./migrations/089-open-jobs.ts";
import { refusedMoneyMigration } from "./migrations/090-refused-money.ts";
import { gatewayReferencesMigration } from "./migrations/091-gateway-references.ts";
import { restoredMigration } from "./migrations/092-restored.ts";
import { returnedPaymentsMigration } from "./migrations/093-returned-payments.ts";
import { unconfirmedFactorsMigration } from "./migrations/094-unconfirmed-factors.ts";
import { totpRemovalMigration } from "./migrations/095-totp-removal.ts";
import { staffRolesMigration } from "./migrations/096-staff-roles.ts";
import { checkoutCopiesMigration } from "./migrations/097-checkout-copies.ts";
import { searchLettersMigration } from "./migrations/098-search-letters.ts";
import { categoryBackdropMigration } from "./migrations/099-category-backdrop.ts";
import { promoMethodsMigration } from "./migrations/100-promo-methods.ts";
import { orderNotesMigration } from "./migrations/101-order-notes.ts";
import { recordingRequirement, refuseLaterSchema, type SchemaMigration } from "./schema-requirements.ts";
import type { Db, Tx } from "./tables.ts";

/** Since when a database says what it requires of programs. */
const requirementsName = "049-schema-requirements";

/** Applied in the order of their numbers, each once; never edited after they have been released. */
const migrations = (engine: Engine): Record<string, SchemaMigration> => ({
  "001-shop": shopMigration(engine),
  "002-search": searchMigration(engine),
  "003-assortment": assortmentMigration(engine),
  "004-drawings": drawingsMigration(),
  "005-sales": salesMigration(),
  "006-identity": identityMigration(engine),
  "007-social": socialMigration(engine),
  "008-orders": orderGrantMigration(engine),
  "010-bot-check": botCheckMigration(engine),
  "011-sign-outs": signOutsMigration(engine),
  "012-search-together": searchTogetherMigration(engine),
  "013-refusal-codes": refusalCodesMigration(),
  "014-form-keys": formKeysMigration(),
  "015-description-sources": descriptionSourcesMigration(),
  "016-content-pages": contentPagesMigration(engine),
  "017-delivery": deliveryMigration(engine),
  "018-tracking": trackingMigration(),
  "019-checkout-successors": checkoutSuccessorsMigration(),
  "020-quote-terms": quoteTermsMigration(),
  "022-form-drafts": formDraftsMigration(engine),
  "023-order-tokens": orderTokensMigration(engine),
  "024-stock-changes": stockChangesMigration(engine),
  "026-assets": assetsMigration(engine),
  "027-sweep": sweepMigration(engine),
  "028-jobs": jobsMigration(engine),
  "029-after-sale": afterSaleMigration(engine),
  "030-returns": returnsMigration(engine),
  "031-key-fingerprints": keyFingerprintsMigration(engine),
  "032-known-devices": knownDevicesMigration(engine),
  "034-reauthentication": reauthenticationMigration(engine),
  "035-undo-links": undoLinksMigration(engine),
  "036-second-factors": secondFactorsMigration(engine),
  "037-security-events": securityEventsMigration(engine),
  "038-personal-data": personalDataMigration(engine),
  "039-erasure": erasureMigration(engine),
  "042-work-found": workFoundMigration(),
  "045-after-sale-kept": afterSaleKeptMigration(engine),
  "046-page-changes": pageChangesMigration(engine),
  "047-expiries": expiriesMigration(),
  "050-request-ids": requestIdsMigration(),
  "051-staff": staffMigration(engine),
  "052-customer-notes": customerNotesMigration(engine),
  "053-timers": timersMigration(engine),
  "054-staff-lists": staffListsMigration(engine),
  "056-product-editing": productEditingMigration(engine),
  "057-product-schedules": productSchedulesMigration(engine),
  "058-stock-counts": stockCountsMigration(engine),
  "059-sale-entries": saleEntriesMigration(engine),
  "060-selling-rules": sellingRulesMigration(engine),
  "061-shipping-zones": shippingZonesMigration(engine),
  "062-content-settings": contentSettingsMigration(engine),
  "065-buyers-reviews": buyersReviewsMigration(engine),
  "066-shipments": shipmentsMigration(engine),
  "068-finished-orders": finishedOrdersMigration(),
  "069-phone-orders": phoneOrdersMigration(engine),
  "071-product-imports": productImportsMigration(engine),
  "073-state-exceptions": stateExceptionsMigration(engine),
  "074-tax-answers": taxAnswersMigration(engine),
  "075-email-wordings": emailWordingsMigration(engine),
  "076-redirect-uses": redirectUsesMigration(engine),
  "077-staff-search": staffSearchMigration(engine),
  "078-orders-by-phone": ordersByPhoneMigration(),
  "079-list-indexes": listIndexesMigration(engine),
  "080-report-columns": reportColumnsMigration(engine),
  "081-sale-sums": saleSumsMigration(engine),
  "082-more-list-indexes": moreListIndexesMigration,
  "083-header-categories": headerCategoriesMigration(engine),
  "084-category-left-once": categoryLeftOnceMigration(engine),
  "085-product-orders": productOrdersMigration,
  "086-return-requests": returnRequestsMigration(engine),
  "087-erasure-indexes": erasureIndexesMigration,
  "088-row-numbers": rowNumbersMigration(engine),
  "089-open-jobs": openJobsMigration,
  "090-refused-money": refusedMoneyMigration(engine),
  "091-gateway-references": gatewayReferencesMigration,
  "092-restored": restoredMigration(engine),
  "093-returned-payments": returnedPaymentsMigration,
  "094-unconfirmed-factors": unconfirmedFactorsMigration,
  "095-totp-removal": totpRemovalMigration(engine),
  "096-staff-roles": staffRolesMigration(engine),
  "097-checkout-copies": checkoutCopiesMigration,
  "098-search-letters": searchLettersMigration(engine),
  "099-category-backdrop": categoryBackdropMigration(engine),
  "100-promo-methods": promoMethodsMigration(engine),
  "101-order-notes": orderNotesMigration,
  [requirementsName]: schemaRequirementsMigration(engine),
});

const migrationTableName = "kysely_migration";

/** The migrations that this program knows, in their order. */
export const knownMigrations = (engine: Engine): string[] => Object.keys(migrations(engine)).sort();

/** The migrations that this database has had, in their order. */
export async function appliedMigrations(reader: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTableName)} order by name`.execute(reader);
  return rows.map(({ name }) => name);
}

/** As above; none where the database has no such table yet. */
async function appliedSoFar(db: Db): Promise<string[]> {
  try {
    return await appliedMigrations(db);
  } catch (error) {
    if (failureOf(error) !== undefined) throw error;
    return [];
  }
}

/**
 * The migrations that are missing. A later release may have applied more: they only add, and this one
 * may start again beside it. Throws LaterSchemaError where one of them took something away that this
 * release needs.
 */
async function missingMigrations(db: Db, names: readonly string[]): Promise<string[]> {
  const applied = await appliedSoFar(db);
  const hasLater = applied.some((name) => !names.includes(name));
  if (hasLater && applied.includes(requirementsName)) await refuseLaterSchema(db, names);
  return names.filter((name) => !applied.includes(name));
}

/** How long a start waits for another process that migrates an SQLite file, as long as on PostgreSQL; ms. */
const waitMs = 3_600_000;

/**
 * SQLite's lock is waited for a few seconds at a time (group-commit.ts). On PostgreSQL the migrator
 * has a lock of its own, which waits by itself.
 */
async function whileAnotherMigrates<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const until = Date.now() + waitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusyFile(error) || Date.now() > until) throw error;
    }
  }
}

const recordingRequirements = (all: Record<string, SchemaMigration>, names: readonly string[]): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, each]) => (names.includes(name) ? [[name, recordingRequirement(name, each)]] : [])),
  );

/** Applies those of `wanted` that are missing, all in the transaction or in one of its own, and returns them. */
async function apply(db: Kysely<unknown>, wanted: Record<string, Migration>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => wanted }, migrationTableName });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}

/** The migrations that this database lacks, in their order, by name. */
export async function pendingMigrations(db: Db, engine: Engine): Promise<Record<string, SchemaMigration>> {
  const all = migrations(engine);
  const missing = await missingMigrations(db.withoutPlugins(), knownMigrations(engine));
  return Object.fromEntries(missing.flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
}

type MigrateOptions = OneByOneOptions & {
  /** told what a database that is in use lacks, before it is applied; what it throws leaves the schema as it is */
  onMigrating?: (names: readonly string[]) => void;
};

/**
 * Brings the schema up to date, under the engine's lock: two processes that start together apply
 * each migration once, and who comes later waits. Where it is up to date already, one query says so.
 * All run in one transaction, but on a PostgreSQL that is in use. Returns what it has applied itself.
 */
export async function migrate(db: Db, engine: Engine, options: MigrateOptions = {}): Promise<string[]> {
  const names = knownMigrations(engine);
  const plain = db.withoutPlugins();
  const missing = await missingMigrations(plain, names);
  if (missing.length === 0) return [];
  const isInUse = missing.length < names.length;
  if (isInUse) options.onMigrating?.(missing);
  const wanted = recordingRequirements(migrations(engine), names);
  if (isInUse && engine === "postgres") return await applyOneByOne(plain, wanted, migrationTableName, options);
  return await whileAnotherMigrates(() => apply(plain as Kysely<unknown>, wanted));
}

/** Applies these migrations in the caller's transaction, such as those of an older backup. */
export const migrateIn = (tx: Tx, engine: Engine, names: readonly string[]): Promise<string[]> =>
  apply(tx as Db as Kysely<unknown>, recordingRequirements(migrations(engine), names));
