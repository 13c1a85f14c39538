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
import { picksIn } from "../forms/meanings.ts";
import { withAddresses } from "./named-link-lines.ts";

type Lines<Value> = { write(value: Value): string; read(text: string): Outcome<Value> };

/**
 * A field of links, one per line. The name of a page becomes its address. An empty text is null,
 * which stands for the links of a new shop.
 */
const lines = <Value extends unknown[]>(
  label: string,
  { write, read, hasBareNames, ...options }: Lines<Value> & { rows: number; hint: string; hasBareNames: boolean },
): FormField<Value | null> => ({
  label,
  body: textBody(20_000),
  hasPicks: true,
  views: (input) => [textAreaView(label, options, input, input.value ? write(input.value) : "")],
  async read({ body, name, context: { db } }) {
    const text = await withAddresses(db, readLines(body[name]), { field: name, picked: picksIn(body, name), hasBareNames });
    const links = text.ok ? read(text.value) : text;
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
    hasBareNames: true,
    hint: "One link on each line: the name of a page, category, collection, or product. To show other words: Our seeds | Seeds. To link to an address: Seeds | /storefront/seeds/. Leave empty for all products and the categories that have some, in their order.",
  }),
  footer: lines<FooterColumn[]>("Footer", {
    write: writeFooter,
    read: readFooter,
    rows: 16,
    hasBareNames: false,
    hint: "A line without a bar begins a column. Links are as in the header, but always have a bar. “* pages” lists all pages of text. Leave empty for the header’s links, those about orders, and all pages of text.",
  }),
});
