import type { Request } from "express";
import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import type { Outcome } from "../../outcome.ts";
import type { Need, Permission } from "../people/rules/permissions.ts";
import type { HistoryEntry } from "../records/history-page.ts";
import type { OpenStaffSession } from "../sign-in/queries/sessions.ts";
import type { AnyBulkAction } from "./bulk.ts";
import type { ListColumns } from "./columns.ts";
import type { Filter } from "./filters.ts";
import type { RowForm } from "./table.ts";

export type ListContext = { db: Db; dates: Dates; now: number };

/** A page of a list: up to `limit` records after the record with the mark `after`. */
export type ListPage<Sort extends string> = {
  sort: Sort;
  after: string | undefined;
  limit: number;
  /** whether a column is shown: values of hidden columns need not be read */
  shows(column: string): boolean;
};

export type ListLink = { label: string; href: string; isDownload?: true; isButton?: true };
export type ListNotice = { kind: "info" | "success" | "warning"; message: string };

/** The parts of a list's page beside its filters and its table. */
export type ListExtras = {
  /** the address to redirect to, in place of the page */
  redirect?: string;
  tabs?: readonly { name: string; href: string; current: boolean }[];
  notices?: readonly ListNotice[];
  /** the history of a record that was just removed */
  removed?: readonly HistoryEntry[];
  /** a sentence above the views */
  intro?: string;
  /** a sentence above the count */
  remark?: string;
  /** a guest without an account who has ordered with the searched email */
  guest?: { href: string; email: string; orders: number } | undefined;
};

/** The shown records of a list, for the other parts of its page. */
export type ListResult<Row, Values> = {
  context: ListContext;
  req: Request;
  staff: OpenStaffSession;
  values: Values;
  rows: readonly Row[];
};

/** An action on many records. An action without `run` has its own routes. */
export type ListAction<Selection> = {
  label: string;
  run?: {
    action: AnyBulkAction<Selection>;
    title: string;
    /** the words of the preview's button, if they differ from the list's */
    button?: string;
    consequence: string;
  };
};

export type ListBulk<Search, Selection> = {
  path: string;
  needs: Permission;
  actions: Readonly<Record<string, ListAction<Selection>>>;
  /** buttons that send the selection to other paths, for all who see the list */
  others?: readonly { label: string; path: string }[];
  /** the moment when the list was read; later records are not selected by “all that match” */
  upTo?(context: ListContext): number | Promise<number>;
  all(search: Search, upTo: number | undefined, context: ListContext): Selection;
  some(ids: string[], upTo: number | undefined, context: ListContext): Selection | undefined;
  /**
   * the search that finds the selected records; set if the list's file can be limited to the
   * selected records
   */
  fileSearch?(selection: Selection): Search;
};

/** A list of the staff's side: its address, its page, its file and its actions on many records. */
export type StaffList<Values, Sort extends string, Search, Row, Selection> = {
  /** the stored name of the list in saved views; also the file's name */
  name: string;
  title: string;
  path: string;
  filePath: string;
  needs: Need;
  /** the words for one record and for several; `one` is also the parameter that selects a record */
  one: string;
  many: string;
  /** the table's caption; the title if absent */
  caption?: string;
  pageSize?: number;
  /** the page says “more than” beyond this number, since an exact count reads all records */
  mostCounted?: number;
  mostInFile?: number;
  filters: { readonly [Name in keyof Values]: Filter<Values[Name]> };
  /** a barcode scanner types into its search field */
  isScanned?: true;
  /** the values that each built-in view sets, by its name */
  views: Readonly<Record<string, NoInfer<Partial<Values>>>>;
  /** the words for each order of the list, by its name; the first order is the default */
  sorts: Readonly<Record<Sort, string>>;
  /** whether somebody may choose the order of a list with these values */
  isSortable?(values: Values): boolean;
  /** refuses invalid values of an address before anything is read */
  check?(values: Values): Outcome<unknown>;
  /** the values that links and forms carry on, if these differ from the current values */
  kept?(values: Values): Values;
  search(values: Values, context: ListContext): Search;
  read(context: ListContext, search: Search, page: ListPage<Sort>): Promise<readonly Row[]>;
  count?(context: ListContext, search: Search, most: number): Promise<number>;
  /** the parameter that marks the last record of the previous page, and the mark's format */
  after: { parameter?: string; shape: RegExp; of(row: Row): string };
  columns: ListColumns<Row>;
  /** a row's id, and the row's name after “Select” */
  id(row: Row): string;
  rowName(row: Row): string;
  bulk?: ListBulk<Search, Selection>;
  /** messages of success, by the value of the parameter `notice` */
  notices?: Readonly<Record<string, string>>;
  warnings?: Readonly<Record<string, string>>;
  /** the links beside the heading; by default, only the links to the file */
  links?(files: readonly ListLink[], staff: OpenStaffSession): readonly ListLink[];
  /** the words in place of an empty table */
  empty?(values: Values, isFiltered: boolean): string;
  /** the links of an empty list without filters */
  beginnings?(staff: OpenStaffSession): { add: string; importFile: string } | undefined;
  /** a form at the end of each row, for those who may use the actions */
  rowForm?(row: Row, values: Values): RowForm;
  extras?(result: ListResult<Row, Values>): Promise<ListExtras>;
};

/** Any list; call its functions only with values that the list itself has read. */
export type AnyStaffList = StaffList<Readonly<Record<string, string>>, string, unknown, object, unknown>;

/** The actions of a list; throws if it has none. */
export function bulkOf({ name, bulk }: AnyStaffList): ListBulk<unknown, unknown> {
  if (!bulk) throw new Error(`the list ${name} has no actions on many records`);
  return bulk;
}

/** Declares a list; its types are inferred from the declaration. */
export const staffList = <Values, Sort extends string, Search, Row extends object, Selection>(
  list: StaffList<Values, Sort, Search, Row, Selection>,
): StaffList<Values, Sort, Search, Row, Selection> => list;
