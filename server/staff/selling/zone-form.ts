import { placeName, type ZoneFields } from "../../checkout/rules/shipping-fields.ts";
import { countries } from "../../customers/rules/areas.ts";
import { checks } from "../forms/choice-fields.ts";
import { choiceView } from "../forms/field-view.ts";
import { line } from "../forms/fields.ts";
import { type FormField, form } from "../forms/form.ts";

/** Every country to choose from. */
export const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }));

/** Whole countries, and parts of countries; all boxes have one name. */
const places: FormField<string[]> = {
  ...checks("Countries and states", () => countryOptions),
  views({ name, value = [] }) {
    const whole = { name, label: "Whole countries", hint: "But for states that another zone has." };
    return [
      choiceView("checks", whole, countryOptions, value),
      ...countries.map(({ code, name: country, areaLabel, areas }) => {
        const options = areas.map((area) => ({ value: `${code}-${area.code}`, label: area.name }));
        return choiceView("checks", { name, label: `${country}, by ${areaLabel.toLowerCase()}` }, options, value);
      }),
    ];
  },
  words: (value) => (Array.isArray(value) ? value.map(placeName).join("; ") : undefined),
};

/** The form of a shipping zone. */
export const zoneForm = form<ZoneFields>({ name: line("Name", { required: true }), places });
