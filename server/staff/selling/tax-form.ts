import { parsePercent, percentText, type TaxFields } from "../../checkout/rules/tax-fields.ts";
import { countries } from "../../customers/rules/areas.ts";
import { ok } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import { categoryOptions } from "../forms/category-options.ts";
import { box, select } from "../forms/choice-fields.ts";
import { day } from "../forms/date-fields.ts";
import { lineView } from "../forms/field-view.ts";
import { lineField } from "../forms/fields.ts";
import { type FormField, form } from "../forms/form.ts";
import { nameWords } from "../forms/names.ts";

type Rates = TaxFields["ofCategories"];

const rateIn = (text: string): number => parsePercent(text) ?? Number.NaN;
const fieldOfCategory = (id: string): string => `category-${id}`;

const rate = lineField<number>(
  "Rate in percent",
  { history: "Rate", inputmode: "decimal", required: true, hint: "Such as 8.25." },
  {
    show: percentText,
    read: (text) => ok(rateIn(text)),
    words: (value) => (typeof value === "number" ? `${percentText(value)}%` : undefined),
  },
);

/**
 * One field for each category. The field's name contains the category's id. The field is empty if
 * the category has no rate of its own.
 */
const ratesOfCategories: FormField<Rates> = {
  label: "Rates of categories",
  async views({ value = {}, context }) {
    return (await categoryOptions(context)).map(({ value: id, label }) => {
      const ppm = value[id];
      const hint = "Leave empty for the rate above. 0 exempts them.";
      const text = ppm === undefined ? "" : percentText(ppm);
      return lineView(fieldOfCategory(id), `${label}, in percent`, text, { inputmode: "decimal", hint });
    });
  },
  async read({ body, context }) {
    const texts = (await categoryOptions(context)).map(({ value: id }) => [id, readLines(body[fieldOfCategory(id)])] as const);
    return ok(Object.fromEntries(texts.filter(([, text]) => text !== "").map(([id, text]) => [id, rateIn(text)])));
  },
  words(value, context) {
    if (!value) return undefined;
    const rates = Object.entries(value as Rates);
    return rates.map(([id, ppm]) => `${nameWords(id, "category", context)}: ${percentText(ppm)}%`).join("; ") || "nothing";
  },
};

/** The form of a place's tax. */
export const taxForm = form<TaxFields>({
  ratePpm: rate,
  nexus: box("Tax is collected", { legend: "Does the shop collect tax there?", isTickedFirst: true }),
  nexusFrom: day("Since", { history: "Collected since", none: null, hint: "Leave empty if it always was." }),
  taxShipping: box("Shipping is taxed", { legend: "Shipping" }),
  ofCategories: ratesOfCategories,
});

const places = countries.flatMap(({ code, areas }) =>
  areas.map((area) => ({ value: `${code}-${area.code}`, label: `${area.name} (${code})` })),
);

/** The place of a new tax. */
export const taxPlaceForm = form<{ place: string }>({
  place: select("State or province", () => places, { first: "US-AL" }),
});
