import { percentText, type TaxFields } from "../../checkout/rules/tax-fields.ts";
import { listTaxes } from "../../checkout/tax-records.ts";
import type { Dates } from "../../dates.ts";
import { dayText } from "../forms/date-fields.ts";
import { dayCell } from "../lists/columns.ts";
import { taxKind, taxPlace } from "./kinds.ts";
import type { RuleScreens } from "./screens.ts";
import { taxForm, taxPlaceForm } from "./tax-form.ts";

const since = (from: number | null, dates: Dates) => (from === null ? "Yes" : dayCell(dayText(from, dates), dates));

export const taxScreens: RuleScreens<TaxFields> = {
  kind: taxKind,
  form: taxForm,
  newId: { form: taxPlaceForm, field: "place" },
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
        tax.nexus ? since(tax.nexusFrom, dates) : "No",
        tax.taxShipping ? "Taxed" : "Not taxed",
        String(Object.keys(tax.ofCategories).length),
      ],
    })),
};
