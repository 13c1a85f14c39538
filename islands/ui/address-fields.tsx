import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import {
  type Address,
  type AddressField,
  addressFieldNames,
  addressFields,
  mapAddress,
} from "../../server/customers/rules/address-fields.ts";
import type { Country } from "./address-shape.ts";
import { Field, Select } from "./field.tsx";
import type { FormState } from "./form-state.ts";

/** The name of a country's postal code, by the country's name for areas. */
const postalLabels: Readonly<Record<string, string>> = { State: "ZIP code", Province: "Postal code" };

type Props = {
  /** initial values of the fields, by name */
  typed: Readonly<Record<string, unknown>>;
  countries: readonly Country[];
  /** the kind of address, as in `autocomplete` */
  kind: "shipping" | "billing";
  state: FormState;
  /** the call's own names for some of the fields; `typed` and the messages use these names too */
  names?: Partial<Record<AddressField, string>>;
};

/**
 * The fields of an address (requirement 71). Without scripts a shopper can choose the areas of
 * every country, with scripts only those of the chosen country.
 */
export function AddressFields({ typed, countries, kind, state, names }: Props) {
  const fields = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState<string>();
  const readCountry = () => choose(fields.current?.querySelector<HTMLSelectElement>("[name=country]")?.value);
  useLayoutEffect(readCountry, []);
  // Choosing another country removes the chosen area from the list, so the form checks again which
  // fields are filled.
  useLayoutEffect(state.form.onInput);
  const offered = countries.filter(({ code }) => code === (chosen ?? code));
  const areaLabel = offered.length === 1 ? (offered[0]?.areaLabel ?? "") : "";
  const nameOf = (field: AddressField) => names?.[field] ?? field;
  const labels: Partial<Record<AddressField, string | undefined>> = {
    countryArea: areaLabel || undefined,
    postalCode: postalLabels[areaLabel],
  };
  const choices: Partial<Record<AddressField, ReactNode>> = {
    country: countries.map(({ code, name }) => (
      <option key={code} value={code} selected={code === typed.country}>
        {name}
      </option>
    )),
    countryArea: (
      <>
        <option value="">Choose</option>
        {offered.map(({ code, name, areas }) => (
          <optgroup key={code} label={name}>
            {areas.map((area) => (
              <option
                key={area.code}
                value={area.code}
                selected={code === typed.country && area.code === typed[nameOf("countryArea")]}
              >
                {area.name}
              </option>
            ))}
          </optgroup>
        ))}
      </>
    ),
  };
  return (
    <div className="fields" ref={fields}>
      {addressFieldNames.map((fieldName) => {
        const { label, autocomplete, ...shared } = addressFields[fieldName];
        const name = nameOf(fieldName);
        const field = {
          ...shared,
          name,
          label: labels[fieldName] ?? label,
          typed: String(typed[name] ?? ""),
          error: state.errorOf(name),
          autoComplete: `${kind} ${autocomplete}`,
        };
        if (!choices[fieldName]) return <Field key={fieldName} {...field} />;
        return (
          <Select key={fieldName} {...field} onChange={readCountry}>
            {choices[fieldName]}
          </Select>
        );
      })}
    </div>
  );
}

/** The address among a form's fields. */
export const addressOf = (fields: Record<string, string>): Address => mapAddress((field) => fields[field] ?? "");
