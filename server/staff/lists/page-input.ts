import type { Refusal } from "../../outcome.ts";
import type { ListState } from "./address.ts";
import type { ListContext, ListExtras } from "./list.ts";
import type { SavedView } from "./queries/saved-views.ts";

/** The values that a list's page is made from. */
export type ListInput = {
  context: ListContext;
  state: ListState;
  rows: readonly object[];
  /** undefined if nothing is counted */
  count: number | undefined;
  isCapped: boolean;
  /** the mark of the last row, if more rows follow */
  next: string | undefined;
  saved: readonly SavedView[];
  /** the moment when the list was read; actions on all matching records leave out later records */
  upTo: number | undefined;
  /** the value of the address's parameter `notice` */
  notice: unknown;
  refusal: Refusal | undefined;
  extras: ListExtras;
};

/** Makes the address of the list's first page with these changes of its state. */
export type ListAddress = (changes: Partial<ListState>) => string;
