import { type ContentFormState, contentForm } from "../content/content-form-page.ts";
import type { FieldView } from "../forms/field-view.ts";
import type { StaffContext } from "../frame.ts";
import { staffProductsPath, staffSynonymsPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { versionOf } from "../records/records.ts";
import type { SynonymFields } from "./synonyms-form.ts";

/** The synonyms of the shop's search. */
export const synonymsPage = (
  context: StaffContext,
  { saved, fields }: { saved: SynonymFields; fields: readonly FieldView[] },
  state: ContentFormState,
) =>
  contentForm(context, staffProductsPath, state, {
    heading: "Search synonyms",
    back: { href: staffProductsPath, name: "Products" },
    lead: "Whoever searches for one of the words of a line finds the products with the others too.",
    action: staffSynonymsPath,
    seen: versionOf(saved),
    fields,
    mayWrite: may(context.staff, "products:write"),
  });
