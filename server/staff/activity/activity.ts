import { lookUpProducts } from "../../catalog/product-list.ts";
import { searchedCode } from "../../catalog/rules/search.ts";
import { lookUpCustomers } from "../../customers/list.ts";
import { eventSentence } from "../../customers/rules/security-events.ts";
import { type SecurityEventRow, securityLog } from "../../customers/security-events.ts";
import type { LogMark, LogPage } from "../../db/log-page.ts";
import type { Db, Row } from "../../db/tables.ts";
import { orderOfNumber } from "../../orders/list.ts";
import { type LoggedOrderEvent, orderLog } from "../../orders/log.ts";
import { contactId } from "../orders/contact-kind.ts";
import { staffWord } from "../orders/order-history.ts";
import { staffCustomerPath, staffOrderPath, staffPersonPath } from "../paths.ts";
import { guestKey } from "../people/customer.ts";
import { findStaffByEmail, findStaffNames } from "../people/queries/people.ts";
import { auditLog, changeIn } from "../records/audit.ts";
import { staffIn, whoOf } from "../records/history-page.ts";
import { recordKindOf } from "../records/kinds.ts";
import { undoOfRemovalPath } from "../records/removed-record.ts";
import { changeDetail } from "./details.ts";
import { findCheckoutOfOrder, findSheetsWith, findVariantsOf } from "./queries/record-search.ts";
import { type BulkResult, nameIn, type RecordNames, readBulkResults, readRecordNames } from "./record-names.ts";

/** An entry of the log: what was done to which record, when, and by whom. */
export type Activity = LogMark & {
  record: string;
  href: string | undefined;
  what: string;
  /** the changed fields, or the note of an order's event */
  detail: string;
  who: string;
};

/** The values of `what` for events of orders and of accounts; other values are kinds of records. */
export const orderPart = "orders";
export const accountPart = "accounts";

/** What the log shows. An empty `who`, `what`, or `record` does not limit the log. */
export type ActivitySearch = { who: string; what: string; record: string; since: number; until: number };

type ActivityPage = { after: LogMark | undefined; limit: number };

/** The ids of the records that a text names; `orderId` is set if the text is an order's number. */
type NamedRecords = { orderId: string | undefined; ids: readonly string[] };

const mostNamed = 8;
const mostVariants = 200;
const mostSheets = 20;

/**
 * Finds the records that a text names: an order by its number, with its contact, its guest, and its
 * phone order; products by the beginning of a name or a SKU, with their stock and their count
 * sheets; accounts by the beginning of an email or a name; and any record by its id.
 */
async function recordsNamed(db: Db, text: string): Promise<NamedRecords> {
  const number = /^#?(\d{1,9})$/.exec(text)?.[1];
  const orderId = number === undefined ? undefined : await orderOfNumber(db, Number(number));
  if (orderId !== undefined) {
    const checkoutId = await findCheckoutOfOrder(db, orderId);
    return { orderId, ids: [orderId, contactId(Number(number)), guestKey(Number(number)), checkoutId ?? orderId] };
  }
  const lower = text.toLowerCase();
  const products = (await lookUpProducts(db, lower, mostNamed)).map(({ id }) => id);
  const customers = await lookUpCustomers(db, lower, mostNamed);
  const person = await findStaffByEmail(db, lower);
  const others = [...customers, ...(person ? [person] : [])].map(({ id }) => id);
  return { orderId, ids: [text, ...products, ...(await stockNamed(db, lower, products)), ...others] };
}

/** The variants with the code `text`, or else all of the products, and the count sheets of these. */
async function stockNamed(db: Db, text: string, productIds: readonly string[]): Promise<string[]> {
  if (productIds.length === 0) return [];
  const code = searchedCode(text);
  const variants = await findVariantsOf(db, productIds, mostVariants);
  const coded = variants.filter(({ sku, barcode }) => [sku, barcode].some((each) => searchedCode(each).startsWith(code)));
  const ids = (code !== "" && coded.length > 0 ? coded : variants).map(({ id }) => id);
  return [...ids, ...(await findSheetsWith(db, ids, mostSheets))];
}

/** Maps an actor of the other logs to that of security events; undefined for actors without any. */
function securityActor(who: string): Pick<SecurityEventRow, "actor" | "actor_id"> | undefined {
  if (who.startsWith("staff:")) return { actor: "staff", actor_id: who.slice("staff:".length) };
  if (who === "shopper") return { actor: "customer", actor_id: null };
  return who === "owner" || who === "shop" ? { actor: who, actor_id: null } : undefined;
}

const securityWho = ({ actor, actor_id: id }: SecurityEventRow, names: ReadonlyMap<string, string>): string => {
  if (actor === "staff") return names.get(id ?? "") ?? "staff";
  return actor === "customer" ? "the account’s holder" : whoOf(actor, names);
};

const latestFirst = (one: LogMark, other: LogMark): number => other.at - one.at || (one.id < other.id ? 1 : -1);

/** The entries that match a search, the latest first: of orders, of accounts, and of records. */
export async function readActivity(db: Db, search: ActivitySearch, { after, limit }: ActivityPage): Promise<Activity[]> {
  const { who, what, record, since, until } = search;
  const page: LogPage = { since, until, after, limit };
  const named = record === "" ? undefined : await recordsNamed(db, record);
  const actor = who === "" ? undefined : who;
  const shows = (part: string) => what === "" || what === part;
  const isOfOrders = shows(orderPart) && (named === undefined || named.orderId !== undefined);
  const isOfAccounts = shows(accountPart) && (actor === undefined || securityActor(who) !== undefined);
  const isOfRecords = what !== orderPart && what !== accountPart;
  const [orderEvents, accountEvents, entries] = await Promise.all([
    isOfOrders ? orderLog(db, { actor, orderId: named?.orderId }, page) : [],
    isOfAccounts ? securityLog(db, { actor: securityActor(who), subjectIds: named?.ids }, page) : [],
    isOfRecords ? auditLog(db, { actor, kind: what === "" ? undefined : what, recordIds: named?.ids }, page) : [],
  ]);
  const latest = [...orderEvents, ...accountEvents, ...entries].sort(latestFirst).slice(0, limit);
  const shown = new Set(latest.map(({ id }) => id));
  const isShown = ({ id }: LogMark) => shown.has(id);
  return await inWords(db, orderEvents.filter(isShown), accountEvents.filter(isShown), entries.filter(isShown));
}

/** The words for a kind of record in the log. */
export const kindWords = (kind: string): string => (kind === "bulk" ? "Several at once" : capitalized(kind.replaceAll("-", " ")));

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What entries name by ids. */
type LogNames = {
  staff: ReadonlyMap<string, string>;
  records: RecordNames;
  bulk: ReadonlyMap<string, BulkResult>;
};

/** Describes the events for people, the latest first. */
async function inWords(
  db: Db,
  orderEvents: readonly LoggedOrderEvent[],
  accountEvents: readonly SecurityEventRow[],
  entries: readonly Row<"audit_entry">[],
): Promise<Activity[]> {
  const staffIds = [
    ...staffIn([...orderEvents, ...entries].map(({ actor }) => actor)),
    ...accountEvents.flatMap(({ actor_id, subject_kind, subject_id }) => [
      actor_id ?? "",
      subject_kind === "staff" ? subject_id : "",
    ]),
  ];
  const changes = entries.map(changeIn);
  const records = [
    ...changes,
    ...changes.flatMap(({ after }) => (typeof after?.variant === "string" ? [{ kind: "stock", id: after.variant }] : [])),
    ...accountEvents.flatMap(({ subject_kind: kind, subject_id: id }) => (kind === "customer" ? [{ kind, id }] : [])),
  ];
  const names: LogNames = {
    staff: await findStaffNames(db, [...new Set(staffIds)].filter(Boolean)),
    records: await readRecordNames(db, records),
    bulk: await readBulkResults(
      db,
      changes.filter(({ kind }) => kind === "bulk"),
    ),
  };
  return [
    ...orderEvents.map((event) => orderActivity(event, names)),
    ...accountEvents.map((event) => accountActivity(event, names)),
    ...entries.map((entry) => recordActivity(entry, names)),
  ].sort(latestFirst);
}

function orderActivity({ id, at, actor, kind, note, number }: LoggedOrderEvent, names: LogNames): Activity {
  const what = staffWord({ kind, note });
  const detail = kind === "confirmation mailed" || what.includes(note) ? "" : note;
  return { id, at, record: `Order ${number}`, href: staffOrderPath(number), what, detail, who: whoOf(actor, names.staff) };
}

function accountActivity(event: SecurityEventRow, { staff, records }: LogNames): Activity {
  const { id, at, subject_kind: kind, subject_id: subject } = event;
  const isStaff = kind === "staff";
  const record = isStaff ? (staff.get(subject) ?? "Somebody of the staff") : recordText(kind, records(kind, subject)?.name);
  const href = isStaff ? staffPersonPath(subject) : staffCustomerPath(subject);
  return { id, at, record, href, what: eventSentence(event), detail: "", who: securityWho(event, staff) };
}

const recordText = (kind: string, name: string | undefined): string =>
  name === undefined ? kindWords(kind) : `${kindWords(kind)}: ${name}`;

function recordActivity(entry: Row<"audit_entry">, { staff, records, bulk }: LogNames): Activity {
  const { id, at, actor } = entry;
  const change = changeIn(entry);
  const { kind, id: recordId, action, after } = change;
  const who = whoOf(actor, staff);
  const result = kind === "bulk" ? bulk.get(recordId) : undefined;
  if (result) return { id, at, record: result.title, href: result.href, what: result.done, detail: "", who };
  const record = records(kind, recordId) ?? nameIn(change);
  const file = typeof after?.file === "string" ? after.file : undefined;
  return {
    id,
    at,
    record: recordText(kind, record?.name ?? file ?? recordId),
    href: action === "removed" ? undoOfRemovalPath(kind, recordId) : (record?.href ?? recordKindOf(kind)?.path(recordId)),
    what: capitalized(action),
    detail: changeDetail(change, records),
    who,
  };
}
