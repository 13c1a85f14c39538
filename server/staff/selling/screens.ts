import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import type { Outcome } from "../../outcome.ts";
import type { RecordKind } from "../records.ts";
import type { RecordFields } from "../rules/record-changes.ts";
import type { FormPart, Typed } from "./form.ts";

/** The sources of a form's values. */
export type FormContext = { db: Db; dates: Dates; now: number };

/** The differing parts of one kind of rule's screens: its list, and its form. */
export type RuleScreens<Fields extends RecordFields> = {
  kind: RecordKind<Fields>;
  /** the titles of the list, and of one record */
  title: string;
  one: string;
  intro: string;
  /** the result of the list's rules, shown beside the intro */
  result?(context: FormContext): Promise<string>;
  /** absent, like `rows`, if the list has a page of its own */
  heads?: readonly string[];
  /** the first cell is the link */
  rows?(context: FormContext): Promise<{ id: string; cells: string[]; isOff: boolean }[]>;
  /** the order of the list, if the owner sets it */
  order?: {
    kind: RecordKind<{ order: readonly string[] }>;
    id: string;
    action: string;
    /** words for the two orders, and for the button that orders by price again */
    byPrice: string;
    byOwner: string;
  };
  blank: Fields;
  parts(context: FormContext, fields: Fields, isNew: boolean): Promise<FormPart[]>;
  /** The typed fields; an invalid number is NaN, which the rules refuse. */
  fieldsTyped(context: FormContext, typed: Typed, stored: Fields | undefined): Promise<Outcome<Fields>>;
  /** the new record's id, if the form gives it */
  idTyped?(typed: Typed): string;
  /** the effects of saving, in numbers */
  facts?(context: FormContext, id: string): Promise<string[]>;
};
