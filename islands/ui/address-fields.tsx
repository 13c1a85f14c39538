import { useLayoutEffect, useRef, useState } from "react";
import type { AddressFields as Address, Country } from "./address-shape.ts";
import { Field, Select } from "./field.tsx";
import type { FormState } from "./form-state.ts";

/** The name of a country's postal code, by its name for areas. */
const postalLabels: Readonly<Record<string, string>> = { State: "ZIP code", Province: "Postal code" };

type Props = {
  /** initial values of the fields, by name */
  typed: Readonly<Record<string, unknown>>;
  countries: readonly Country[];
  /** the kind of address, as in `autocomplete` */
  kind: "shipping" | "billing";
  state: FormState;
  /** other names that a call has for some fields; `typed` and the messages use these names too */
  names?: Partial<Record<keyof Address, string>>;
};

/**
 * The eight fields of an address (requirement 71). Without scripts the areas of every country can be
 * chosen; later only those of the chosen one.
 */
export function AddressFields({ typed, countries, kind, state, names }: Props) {
  const fields = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState<string>();
  const readCountry = () => choose(fields.current?.querySelector<HTMLSelectElement>("[name=country]")?.value);
  useLayoutEffect(readCountry, []);
  // Another country removes the chosen area from the list: the form checks again which fields are
  // filled.
  useLayoutEffect(state.form.onInput);
  const offered = countries.filter(({ code }) => code === (chosen ?? code));
  const areaLabel = offered.length === 1 ? (offered[0]?.areaLabel ?? "") : "State or province";
  const field = (fieldKey: keyof Address, label: string, autoComplete: string) => {
    const name = names?.[fieldKey] ?? fieldKey;
    return { name, label, typed: String(typed[name] ?? ""), error: state.errorOf(name), autoComplete: `${kind} ${autoComplete}` };
  };
  const area = field("countryArea", areaLabel, "address-level1");
  return (
    <div className="fields" ref={fields}>
      <Field {...field("firstName", "First name", "given-name")} width="half" />
      <Field {...field("lastName", "Last name", "family-name")} width="half" />
      <Select {...field("country", "Country", "country")} onChange={readCountry}>
        {countries.map(({ code, name }) => (
          <option key={code} value={code} selected={code === typed.country}>
            {name}
          </option>
        ))}
      </Select>
      <Field {...field("streetAddress1", "Street address", "street-address")} />
      <Field {...field("city", "City", "address-level2")} width="third" />
      <Select {...area} width="third">
        <option value="">Choose</option>
        {offered.map(({ code, name, areas }) => (
          <optgroup key={code} label={name}>
            {areas.map((one) => (
              <option key={one.code} value={one.code} selected={code === typed.country && one.code === area.typed}>
                {one.name}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <Field {...field("postalCode", postalLabels[areaLabel] ?? "ZIP or postal code", "postal-code")} width="third" />
      <Field {...field("phone", "Phone", "tel")} type="tel" optional />
    </div>
  );
}

/** The address among a form's fields. */
export const addressOf = (fields: Record<string, string>): Address => ({
  firstName: fields.firstName ?? "",
  lastName: fields.lastName ?? "",
  streetAddress1: fields.streetAddress1 ?? "",
  city: fields.city ?? "",
  postalCode: fields.postalCode ?? "",
  country: fields.country ?? "",
  countryArea: fields.countryArea ?? "",
  phone: fields.phone ?? "",
});
