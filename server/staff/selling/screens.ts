import type { ResentForm } from "../forms/field-view.ts";
import type { Form, FormContext } from "../forms/form.ts";
import type { ListCell } from "../lists/columns.ts";
import type { RecordKind } from "../records/records.ts";
import type { RecordFields } from "../records/rules/record-changes.ts";
import type { BatchesPart } from "./promo-batches-part.ts";

/** A rule in the list of its kind. */
export type RuleRow = { id: string; cells: readonly (ListCell | string)[] };

/** The parts in which the screens of each kind of rule differ: the list, and the form. */
export type RuleScreens<Fields extends RecordFields> = {
  kind: RecordKind<Fields>;
  form: Form<Fields>;
  /** the field for a new record's id, if the form asks for it */
  newId?: { form: Pick<Form<RecordFields>, "views">; field: string };
  /** the titles of the list, and of one record */
  title: string;
  one: string;
  intro: string;
  /** the result of the rules on the list, shown beside the intro */
  result?(context: FormContext): Promise<string>;
  /** absent, like `rows`, if the list has a page of its own */
  heads?: readonly string[];
  /** the first cell is the link */
  rows?(context: FormContext): Promise<RuleRow[]>;
  /** the order of the list, if the owner sets it */
  order?: {
    kind: RecordKind<{ order: readonly string[] }>;
    id: string;
    action: string;
    /** words for the two orders, and for the button that orders by price again */
    byPrice: string;
    byOwner: string;
  };
  /** the part of the page that has the batches of codes; `sent` is a form of it that was refused */
  batches?(context: FormContext, id: string, mayWrite: boolean, sent: ResentForm): Promise<BatchesPart | undefined>;
  /** the effects of saving, in numbers */
  facts?(context: FormContext, id: string): Promise<string[]>;
};
