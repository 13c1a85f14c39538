import type { Generated } from "kysely";
import type { Time } from "./column-types.ts";

/** A list's address that a staff member has saved under a name. */
export type StaffViewTable = {
  id: string;
  staff_id: string;
  /** such as `orders` */
  list: string;
  name: string;
  /** the address's query, without `?` */
  query: string;
  created_at: Time;
};

/** A change of many records at once, and its progress. */
export type StaffBulkRunTable = {
  id: string;
  staff_id: string;
  request_id: string;
  action: string;
  /** JSON that selects the records; emptied at the end, since a search may be an email */
  selection: string;
  /** the position of the last record that was done or refused */
  position: number | null;
  /** the id of the last record, if the records' ids are texts */
  mark: Generated<string | null>;
  done: Generated<number>;
  refused: Generated<number>;
  /** JSON of the first refusals: [{name, why}] */
  refusals: Generated<string>;
  created_at: Time;
  finished_at: Time | null;
};

export type StaffListTables = { staff_view: StaffViewTable; staff_bulk_run: StaffBulkRunTable };
