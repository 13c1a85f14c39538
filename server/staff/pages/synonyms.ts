import { synonymExample } from "../../catalog/rules/synonyms.ts";
import { staffProductsPath, staffSynonymsPath } from "../paths.ts";
import { versionOf } from "../records.ts";
import { may } from "../rules/permissions.ts";
import type { SynonymFields } from "../synonyms-kind.ts";
import { contentForm, type Shown } from "./content-form.ts";
import type { DeskInput } from "./desk.ts";
import { fieldsOf } from "./form-fields.ts";

/** The synonyms of the shop's search. */
export const synonymsPage = (desk: DeskInput, saved: SynonymFields, shown: Shown) =>
  contentForm(desk, staffProductsPath, shown, {
    heading: "Search synonyms",
    back: { href: staffProductsPath, name: "Products" },
    lead: "Whoever searches for one of the words of a line finds the products with the others too.",
    action: staffSynonymsPath,
    seen: versionOf(saved),
    fields: [
      fieldsOf(
        { lines: saved.lines.join("\n") },
        shown,
      )({
        name: "lines",
        label: "Words that mean the same",
        kind: "text",
        rows: 12,
        hint: `One line for each group, with = between its words: ${synonymExample}. Names of several words work too: tee shirt = t-shirt = tee.`,
      }),
    ],
    mayWrite: may(desk.staff, "products:write"),
  });
