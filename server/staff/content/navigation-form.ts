import {
  type FooterColumn,
  type NavigationLink,
  readFooter,
  readHeader,
  writeFooter,
  writeHeader,
} from "../../content/rules/navigation.ts";
import type { Navigation } from "../../content/settings.ts";
import { type Outcome, ok } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import { textAreaView, textBody } from "../forms/fields.ts";
import { type FormField, form } from "../forms/form.ts";

type Lines<Value> = { write(value: Value): string; read(text: string): Outcome<Value> };

/**
 * A field of links, one per line. An empty text is null, which stands for the links of a new shop.
 */
const lines = <Value extends unknown[]>(
  label: string,
  { write, read, ...options }: Lines<Value> & { rows: number; hint: string },
): FormField<Value | null> => ({
  label,
  body: textBody(20_000),
  views: (input) => [textAreaView(label, options, input, input.value ? write(input.value) : "")],
  read({ body, name }) {
    const links = read(readLines(body[name]));
    return links.ok ? ok(links.value.length > 0 ? links.value : null) : links;
  },
  words: (value) => (value === null ? "as the shop was made" : write(value as Value)),
});

/** The form of the links of the header and the footer. */
export const navigationForm = form<Navigation>({
  header: lines<NavigationLink[]>("Header", {
    write: writeHeader,
    read: readHeader,
    rows: 8,
    hint: "One link a line: Seeds | /storefront/seeds/. Leave empty for all products and the categories that have some, in their order.",
  }),
  footer: lines<FooterColumn[]>("Footer", {
    write: writeFooter,
    read: readFooter,
    rows: 16,
    hint: "A line without a bar begins a column. “* pages” lists all pages of text. Leave empty for the header’s links, those about orders, and all pages of text.",
  }),
});
