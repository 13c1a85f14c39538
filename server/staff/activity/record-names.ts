import { productNames } from "../../catalog/references.ts";
import { fullName } from "../../catalog/rules/product.ts";
import type { Db } from "../../db/tables.ts";
import { bulkActions } from "../lists/bulk-actions.ts";
import {
  staffBulkRunPath,
  staffCountPath,
  staffCustomerPath,
  staffImportPath,
  staffOrderPath,
  staffPhoneOrderPath,
  staffVariantStockPath,
} from "../paths.ts";
import { guestKey, guestOrder } from "../people/customer.ts";
import { findStaffNames } from "../people/queries/people.ts";
import { type Change, changeIn } from "../records/audit.ts";
import { recordKindOf } from "../records/kinds.ts";
import {
  findBulkRuns,
  findCheckouts,
  findEmailsOfOrders,
  findNames,
  findRemovals,
  findVariantNames,
  type NamedTable,
} from "./queries/record-names.ts";

/** The name of a record, and the path of its page, if it has one. */
export type RecordName = { name: string; href?: string | undefined };
type Names = ReadonlyMap<string, RecordName>;
type NameReader = (db: Db, ids: readonly string[]) => Promise<Names>;

/** Finds a record's name; undefined if neither the record nor its removal is known. */
export type RecordNames = (kind: string, id: string) => RecordName | undefined;

const namesIn =
  (table: NamedTable, pathOf?: (id: string) => string): NameReader =>
  async (db, ids) =>
    new Map((await findNames(db, table, ids)).map(({ id, name }) => [id, { name: name || "no name", href: pathOf?.(id) }]));

const named = (names: ReadonlyMap<string, string>): Names => new Map([...names].map(([id, name]) => [id, { name }]));

const readProducts: NameReader = async (db, ids) => named(await productNames(db, ids));

const readVariants: NameReader = async (db, ids) =>
  new Map(
    (await findVariantNames(db, ids)).map(({ id, productName, variantName, sku }) => {
      const name = [fullName(productName, variantName), sku].filter(Boolean).join(", ");
      return [id, { name, href: staffVariantStockPath(id) }];
    }),
  );

/** Names customers by their emails, which are empty once they are erased. */
const readCustomers: NameReader = async (db, keys) => {
  const accounts = keys.filter((key) => guestOrder(key) === undefined);
  const numbers = keys.flatMap((key) => guestOrder(key) ?? []);
  const rows = [
    ...(accounts.length > 0 ? await findNames(db, "customer", accounts) : []),
    ...(numbers.length > 0 ? await findEmailsOfOrders(db, numbers) : []).map(({ number, email }) => ({
      id: guestKey(number),
      name: email,
    })),
  ];
  return new Map(rows.map(({ id, name }) => [id, name === "" ? { name: "erased" } : { name, href: staffCustomerPath(id) }]));
};

/** Names phone orders by their orders' numbers, or else by their shoppers' emails. */
const readPhoneOrders: NameReader = async (db, ids) =>
  new Map(
    (await findCheckouts(db, ids)).map(({ id, email, state, number }) => {
      if (number !== null) return [id, { name: String(number), href: staffOrderPath(number) }];
      return [id, { name: email || "no email", href: state === "abandoned" ? undefined : staffPhoneOrderPath(id) }];
    }),
  );

const readers: Readonly<Record<string, NameReader>> = {
  stock: readVariants,
  "count sheet": namesIn("count_sheet", staffCountPath),
  "phone-order": readPhoneOrders,
  customer: readCustomers,
  "customer tags": readCustomers,
  "product import": namesIn("product_import", staffImportPath),
  product: readProducts,
  "product papers": readProducts,
  "product pictures": readProducts,
  "product costs": readProducts,
  "product schedule": readProducts,
  promo: namesIn("promo"),
  "shipping zone": namesIn("shipping_zone"),
  "shipping method": namesIn("shipping_method"),
  "gift rule": namesIn("gift_rule"),
  "payment method": namesIn("payment_means"),
  person: async (db, ids) => named(await findStaffNames(db, ids)),
  "staff role": namesIn("staff_role"),
  category: namesIn("category"),
  collection: namesIn("collection"),
  banner: namesIn("banner"),
  review: namesIn("review"),
};

/** Reads the names of records by a query per kind; the audit names the records that were removed. */
export async function readRecordNames(db: Db, records: readonly { kind: string; id: string }[]): Promise<RecordNames> {
  const names = new Map<string, Names>();
  const unknown: string[] = [];
  for (const [kind, group] of Map.groupBy(records, (record) => record.kind)) {
    const read = readers[kind];
    if (!read) continue;
    const ids = [...new Set(group.map(({ id }) => id))];
    const found = await read(db, ids);
    names.set(kind, found);
    unknown.push(...ids.filter((id) => !found.has(id)));
  }
  const removed = unknown.length === 0 ? [] : (await findRemovals(db, unknown)).map(changeIn);
  const lastNames = new Map(removed.map((change) => [`${change.kind} ${change.id}`, nameIn(change)]));
  return (kind, id) => names.get(kind)?.get(id) ?? lastNames.get(`${kind} ${id}`);
}

/** The name in an entry that has all fields of the record, or that needs none of them. */
export function nameIn({ kind: word, id, before, after }: Change): RecordName | undefined {
  const kind = recordKindOf(word);
  const fields = { ...before, ...after };
  const isWhole = Object.keys(fields).length === Object.keys(kind?.labels ?? {}).length;
  const name = isWhole || !(word in readers) ? kind?.name(fields, id) : undefined;
  return name ? { name } : undefined;
}

/** An action on many records: its words, its result, and the path of the result's page. */
export type BulkResult = { title: string; done: string; href: string };

/** Reads the results of actions on many records, by the runs' ids. */
export async function readBulkResults(db: Db, changes: readonly Change[]): Promise<ReadonlyMap<string, BulkResult>> {
  if (changes.length === 0) return new Map();
  const runs = await findBulkRuns(
    db,
    changes.map(({ id }) => id),
  );
  const done = new Map(runs.map((run) => [run.id, run.done]));
  const results = new Map<string, BulkResult>();
  for (const { id, action: name } of changes) {
    const action = bulkActions.find((each) => each.name === name);
    const count = done.get(id);
    if (action && count !== undefined)
      results.set(id, { title: action.title, done: action.doneWords(count), href: staffBulkRunPath(id) });
  }
  return results;
}
