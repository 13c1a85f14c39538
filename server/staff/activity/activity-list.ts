import type { LogMark } from "../../db/log-page.ts";
import type { Db } from "../../db/tables.ts";
import { readLine } from "../../read-text.ts";
import { timeCell } from "../lists/columns.ts";
import { dayFilter, type Filter, type FilterOption, textFilter } from "../lists/filters.ts";
import { staffList } from "../lists/list.ts";
import { staffActivityFilePath, staffActivityPath } from "../paths.ts";
import { findStaffWhoActed } from "../people/queries/people.ts";
import { everyRead } from "../people/rules/permissions.ts";
import { recordKinds } from "../records/kinds.ts";
import { checkDays, dayAfter, keptDays } from "../reports/rules/report-period.ts";
import { type Activity, type ActivitySearch, accountPart, kindWords, orderPart, readActivity } from "./activity.ts";

/** A filter that is a select; its value is an option's, or an empty text for all. */
const optionFilter = (label: string, options: (db: Db) => Promise<FilterOption[]> | FilterOption[]): Filter<string> => ({
  read: (value) => readLine(value, 60),
  absent: "",
  field: { label, options },
});

const others: readonly FilterOption[] = [
  { value: "shopper", text: "Shoppers" },
  { value: "owner", text: "Owner’s commands" },
  { value: "schedule", text: "Schedules of products" },
  { value: "shop", text: "The shop itself" },
  { value: "gateway", text: "The card gateway" },
];

async function actors(db: Db): Promise<FilterOption[]> {
  const people = (await findStaffWhoActed(db)).map(({ id, name, email }) => ({ value: `staff:${id}`, text: name || email }));
  return [{ value: "", text: "Anybody" }, ...people, ...others];
}

/** The audit's kinds of records that are none of `recordKinds`. */
const otherKinds = [
  "bulk",
  "count sheet",
  "customer",
  "job",
  "payment under review",
  "phone-order",
  "product import",
  "stock",
  "unmatched payment",
];

function kinds(): FilterOption[] {
  const words = [...new Set([...recordKinds.map(({ kind }) => kind), ...otherKinds])];
  return [
    { value: "", text: "Anything" },
    { value: orderPart, text: "Orders" },
    { value: accountPart, text: "Sign-ins and accounts" },
    ...words.map((kind) => ({ value: kind, text: kindWords(kind) })).sort((one, other) => (one.text < other.text ? -1 : 1)),
  ];
}

function markIn(text: string | undefined): LogMark | undefined {
  const [at = "", id = ""] = text?.split("-", 2) ?? [];
  return text === undefined ? undefined : { at: Number(at), id };
}

/** The list of everything that was done in the shop. */
export const activityList = staffList({
  name: "activity",
  title: "Activity",
  path: staffActivityPath,
  filePath: staffActivityFilePath,
  // The log shows records of every area, so that its readers need to be allowed to see all areas.
  needs: everyRead,
  one: "entry",
  many: "entries",
  filters: {
    record: textFilter({
      label: "Order number, record id, or beginning of a product’s name, SKU, or email",
      type: "search",
      maxlength: 200,
    }),
    who: optionFilter("Who", actors),
    what: optionFilter("What", kinds),
    from: dayFilter("From"),
    to: dayFilter("To"),
  },
  views: { All: {} },
  sorts: { newest: "Newest first" },
  check: checkDays,
  kept: (values) => ({ ...values, ...keptDays(values) }),
  search: ({ who, what, record, from, to }, { dates }): ActivitySearch => ({
    who,
    what,
    record,
    since: from === "" ? 0 : dates.startOf(from),
    until: to === "" ? Number.MAX_SAFE_INTEGER : dates.startOf(dayAfter(to)),
  }),
  read: ({ db }, search, { after, limit }): Promise<Activity[]> => readActivity(db, search, { after: markIn(after), limit }),
  after: { shape: /^\d{1,15}-[\w:]{1,90}$/, of: ({ at, id }) => `${at}-${id}` },
  id: ({ id }) => id,
  rowName: ({ record }) => record,
  empty: (_, isFiltered) => (isFiltered ? "Nothing matches these filters." : "What is done in the shop will appear here."),
  columns: {
    record: { label: "Record", cell: ({ record, href }) => ({ text: record, ...(href !== undefined && { href }) }) },
    what: { label: "What", cell: ({ what }) => what },
    detail: { label: "Details", cell: ({ detail }) => detail },
    who: { label: "Who", cell: ({ who }) => who },
    time: { label: "When", isTime: true, cell: ({ at }, context) => timeCell(at, context) },
  },
});
