import type { Redirect } from "../../content/rules/redirect.ts";
import { line, textArea } from "../forms/fields.ts";
import { form } from "../forms/form.ts";

/** The form of one redirect. */
export const redirectForm = form<Redirect>({
  path: line("Old address", {
    hint: "A path as browsers show it, such as /products/old-name. With a ?, such as /shop/?p=12, it is the one with that alone.",
  }),
  target: line("Leads to", {
    history: "New address",
    hint: "A path of the shop, or an address with https://.",
  }),
});

/** The form of several redirects at once. */
export const redirectLinesForm = form<{ lines: string }>({
  lines: textArea("Old and new addresses", {
    rows: 8,
    most: 400_000,
    hint: "One redirect a line, with a comma between, as in the CSV file of another shop’s redirects: /products/old-name, /storefront/products/new-name/. Up to 500 at once. All are added, or none.",
  }),
});
