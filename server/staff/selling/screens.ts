import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import type { Outcome } from "../../outcome.ts";
import type { RecordKind } from "../records.ts";
import type { RecordFields } from "../rules/record-changes.ts";
import type { FormPart, Typed } from "./form.ts";

/** Where a form's values come from. */
export type FormContext = { db: Db; dates: Dates; now: number };

/** What the screens of one kind of rule differ in: its list, and its form. */
export type RuleScreens<Fields extends RecordFields> = {
  kind: RecordKind<Fields>;
  /** of the list, and of one */
  title: string;
  one: string;
  intro: string;
  /** what the rules of the list come to, beside the intro */
  result?(context: FormContext): Promise<string>;
  /** absent, as its rows are, where the list has a page of its own */
  heads?: readonly string[];
  /** the first cell is the link */
  rows?(context: FormContext): Promise<{ id: string; cells: string[]; isOff: boolean }[]>;
  /** the order of the list, where the owner sets it */
  order?: {
    kind: RecordKind<{ order: readonly string[] }>;
    id: string;
    action: string;
    /** its words, and what the button says that gives it back to the price */
    byPrice: string;
    byOwner: string;
  };
  blank: Fields;
  parts(context: FormContext, fields: Fields, isNew: boolean): Promise<FormPart[]>;
  /** The fields that were typed; what is no number is NaN, which the rules refuse. */
  fieldsTyped(context: FormContext, typed: Typed, stored: Fields | undefined): Promise<Outcome<Fields>>;
  /** the new one's id, where the form says it */
  idTyped?(typed: Typed): string;
  /** what saving touches, in numbers */
  facts?(context: FormContext, id: string): Promise<string[]>;
};
