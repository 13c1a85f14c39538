import type { PageText } from "../../content/rules/page-file.ts";
import { line, textArea } from "../forms/fields.ts";
import { form } from "../forms/form.ts";

/** The form of a page of text. */
export const textForm = form<PageText>({
  title: line("Title"),
  description: line("Description", {
    hint: "For search engines. Leave empty for the first words of the text.",
    most: 5000,
  }),
  markdown: textArea("Text", { rows: 20, most: 400_000 }),
});

/** The form of the address of a new page of text; the address is the page's id. */
export const textAddressForm = form<{ slug: string }>({
  slug: line("Address", { hint: "Small letters, digits, and single hyphens: size-guide." }),
});
