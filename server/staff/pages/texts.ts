import { contentPagePath } from "../../content/paths.ts";
import { staffNavigationPath, staffPagesPath, staffTextAddressPath, staffTextPath, staffTextRemovalPath } from "../paths.ts";
import { versionOf } from "../records.ts";
import { backToPages, contentForm, mayWritePages, type Shown } from "./content-form.ts";
import type { DeskInput } from "./desk.ts";
import { fieldsOf } from "./form-fields.ts";

type TextInput = {
  slug: string;
  text: { title: string; description: string; markdown: string } | undefined;
  /** cleaned HTML */
  preview?: string | undefined;
  /** why the page should stay */
  warning?: string | undefined;
};

/** The page of one text; `slug` is `new` before it exists. */
export function textPage(desk: DeskInput, { slug, text, preview, warning }: TextInput, shown: Shown) {
  const field = fieldsOf({ ...text }, shown);
  const isNew = text === undefined;
  const address = field({ name: "slug", label: "Address", hint: "Small letters, digits, and single hyphens: size-guide." });
  return contentForm(desk, staffPagesPath, shown, {
    heading: text?.title ?? "New page",
    back: backToPages,
    lead: "The text is Markdown: # for headings, - for lists, [words](address) for links.",
    action: staffTextPath(slug),
    seen: text ? versionOf(text) : "",
    fields: [
      ...(isNew ? [address] : []),
      field({ name: "title", label: "Title" }),
      field({
        name: "description",
        label: "Description",
        hint: "For search engines. Leave empty for the first words of the text.",
      }),
      field({ name: "markdown", label: "Text", kind: "text", rows: 20 }),
    ],
    mayWrite: mayWritePages(desk),
    previews: true,
    preview,
    ...(!isNew && {
      links: [{ name: "See the page", href: contentPagePath(slug) }],
      address: { action: staffTextAddressPath(slug), field: { ...address, value: address.value || slug } },
      removal: { action: staffTextRemovalPath(slug), warning },
    }),
  });
}

type NavigationInput = {
  /** the lines that link to the categories */
  categories: readonly string[];
  header: string;
  footer: string;
  seen: string;
  missing: readonly string[];
};

/** The links of the header and the footer. */
export function navigationPage(desk: DeskInput, { categories, header, footer, seen, missing }: NavigationInput, shown: Shown) {
  const field = fieldsOf({ header, footer }, shown);
  return contentForm(desk, staffPagesPath, shown, {
    heading: "Header and footer",
    back: backToPages,
    ...(categories.length > 0 && { lead: `Lines that link to your categories: ${categories.join("; ")}.` }),
    action: staffNavigationPath,
    seen,
    warnings: missing.map((address) => `${address} leads to no page.`),
    fields: [
      field({
        name: "header",
        label: "Header",
        kind: "text",
        rows: 8,
        hint: "One link a line: Seeds | /storefront/seeds/. Leave empty for all products and the categories that have some, in their order.",
      }),
      field({
        name: "footer",
        label: "Footer",
        kind: "text",
        rows: 16,
        hint: "A line without a bar begins a column. “* pages” lists all pages of text. Leave empty for the header’s links, those about orders, and all pages of text.",
      }),
    ],
    mayWrite: mayWritePages(desk),
  });
}
