import type { FieldView } from "../forms/field-view.ts";
import { staffProductsPath, staffSynonymsPath } from "../paths.ts";
import type { SynonymFields } from "../products/synonyms-form.ts";
import { versionOf } from "../records.ts";
import { may } from "../rules/permissions.ts";
import { type ContentFormState, contentForm } from "./content-form.ts";
import type { DeskInput } from "./desk.ts";

/** The synonyms of the shop's search. */
export const synonymsPage = (
  desk: DeskInput,
  { saved, fields }: { saved: SynonymFields; fields: readonly FieldView[] },
  state: ContentFormState,
) =>
  contentForm(desk, staffProductsPath, state, {
    heading: "Search synonyms",
    back: { href: staffProductsPath, name: "Products" },
    lead: "Whoever searches for one of the words of a line finds the products with the others too.",
    action: staffSynonymsPath,
    seen: versionOf(saved),
    fields,
    mayWrite: may(desk.staff, "products:write"),
  });
