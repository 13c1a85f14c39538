import { contentPagePath } from "../../content/paths.ts";
import type { PageText } from "../../content/rules/page-file.ts";
import { type FieldView, resentFields } from "../forms/field-view.ts";
import type { StaffContext } from "../frame.ts";
import { staffNavigationPath, staffPagesPath, staffTextAddressPath, staffTextPath, staffTextRemovalPath } from "../paths.ts";
import { versionOf } from "../records/records.ts";
import { backToPages, type ContentFormState, contentForm, mayWritePages } from "./content-form-page.ts";

type TextInput = {
  slug: string;
  text: PageText | undefined;
  fields: readonly FieldView[];
  /** the field of its address */
  address: readonly FieldView[];
  /** cleaned HTML */
  preview?: string | undefined;
  /** why the page should not be removed */
  warning?: string | undefined;
};

/** The page of one text; `slug` is `new` before it exists. */
export function textPage(context: StaffContext, input: TextInput, state: ContentFormState) {
  const { slug, text, preview, warning } = input;
  const isNew = text === undefined;
  const address = resentFields(input.address, state);
  return contentForm(context, staffPagesPath, state, {
    heading: text?.title ?? "New page",
    back: backToPages,
    lead: "The text is Markdown: # for headings, - for lists, [words](address) for links.",
    action: staffTextPath(slug),
    seen: text ? versionOf(text) : "",
    fields: [...(isNew ? address : []), ...input.fields],
    mayWrite: mayWritePages(context),
    previews: true,
    preview,
    ...(!isNew && {
      links: [{ name: "See the page", href: contentPagePath(slug) }],
      address: { action: staffTextAddressPath(slug), fields: address.map((field) => ({ ...field, value: field.value || slug })) },
      removal: { action: staffTextRemovalPath(slug), warning },
    }),
  });
}

type NavigationInput = {
  /** lines that link to the categories, which the page shows as a help for filling in the fields */
  categories: readonly string[];
  fields: readonly FieldView[];
  seen: string;
  missing: readonly string[];
};

/** The links of the header and the footer. */
export const navigationPage = (
  context: StaffContext,
  { categories, fields, seen, missing }: NavigationInput,
  state: ContentFormState,
) =>
  contentForm(context, staffPagesPath, state, {
    heading: "Header and footer",
    back: backToPages,
    ...(categories.length > 0 && {
      lead: `Lines that link to your categories: ${categories.join("; ")}. A name alone also works: the shop finds the page.`,
    }),
    action: staffNavigationPath,
    seen,
    warnings: missing.map((address) => `${address} leads to no page.`),
    fields,
    mayWrite: mayWritePages(context),
  });
