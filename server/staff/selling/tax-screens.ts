import { allCategories } from "../../catalog/categories.ts";
import { parsePercent, percentText, type TaxFields } from "../../checkout/rules/tax-fields.ts";
import { listTaxes } from "../../checkout/tax-records.ts";
import { countries } from "../../customers/rules/areas.ts";
import { ok } from "../../outcome.ts";
import { checksPart, dayText, fieldPart, selectPart, typedDay, typedText } from "./form.ts";
import { taxKind, taxPlace } from "./kinds.ts";
import type { RuleScreens } from "./screens.ts";

const rateTyped = (text: string): number => parsePercent(text) ?? Number.NaN;
const yes = (label: string) => [{ value: "1", label }];

export const taxScreens: RuleScreens<TaxFields> = {
  kind: taxKind,
  title: "Taxes",
  one: "tax",
  intro: "What is added in each state or province where the shop collects tax. No tax is added where none is set.",
  heads: ["Place", "Rate", "Collected", "Shipping", "Categories that differ"],
  rows: async ({ db, dates }) =>
    (await listTaxes(db)).map((tax) => ({
      id: tax.code,
      cells: [
        taxPlace(tax.code),
        `${percentText(tax.ratePpm)}%`,
        tax.nexus ? dayText(tax.nexusFrom, dates) || "Yes" : "No",
        tax.taxShipping ? "Taxed" : "Not taxed",
        String(Object.keys(tax.ofCategories).length),
      ],
      isOff: !tax.nexus,
    })),
  blank: { ratePpm: 0, nexus: true, nexusFrom: null, taxShipping: false, ofCategories: {} },
  parts: async ({ db, dates }, fields, isNew) => {
    const categories = await allCategories(db);
    const places = countries.flatMap(({ code, areas }) =>
      areas.map((area) => ({ value: `${code}-${area.code}`, label: `${area.name} (${code})` })),
    );
    return [
      ...(isNew ? [selectPart("place", "State or province", places, "US-AL")] : []),
      fieldPart("ratePpm", "Rate in percent", isNew ? "" : percentText(fields.ratePpm), {
        ...{ inputmode: "decimal", required: true },
        hint: "Such as 8.25.",
      }),
      checksPart("nexus", "Does the shop collect tax there?", yes("Tax is collected"), fields.nexus ? ["1"] : []),
      fieldPart("nexusFrom", "Since", dayText(fields.nexusFrom, dates), { type: "date", hint: "Leave empty if it always was." }),
      checksPart("taxShipping", "Shipping", yes("Shipping is taxed"), fields.taxShipping ? ["1"] : []),
      ...categories.map(({ id, name }) => {
        const ppm = fields.ofCategories[id];
        return fieldPart(`category-${id}`, `${name}, in percent`, ppm === undefined ? "" : percentText(ppm), {
          inputmode: "decimal",
          hint: "Leave empty for the rate above. 0 exempts them.",
        });
      }),
    ];
  },
  fieldsTyped: async ({ db, dates }, typed, stored) => {
    const own = (await allCategories(db)).flatMap(({ id }) => {
      const text = typedText(typed, `category-${id}`);
      return text === "" ? [] : [[id, rateTyped(text)] as const];
    });
    return ok({
      ratePpm: rateTyped(typedText(typed, "ratePpm")),
      nexus: typedText(typed, "nexus") === "1",
      nexusFrom: typedDay(typed, "nexusFrom", { none: null, stored: stored?.nexusFrom, dates }),
      taxShipping: typedText(typed, "taxShipping") === "1",
      ofCategories: Object.fromEntries(own),
    });
  },
  idTyped: (typed) => typedText(typed, "place"),
};
