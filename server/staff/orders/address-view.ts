import { z } from "zod";
import { placeOf } from "../../checkout/rules/shipping-fields.ts";
import {
  type Address,
  type AddressField,
  addressFieldNames,
  addressFields,
  mapAddress,
} from "../../customers/rules/address-fields.ts";
import { type Country, countries } from "../../customers/rules/areas.ts";
import type { Refusal } from "../../outcome.ts";
import { textLine } from "../../text-schemas.ts";
import { choiceView, type FieldView, lineView } from "../forms/field-view.ts";

const line = (most: number) => textLine(most).default("");

/** The field `place` has both country and state. */
const { country: _country, countryArea: _area, ...lines } = mapAddress(() => line(1000));

/** The fields of an address in a form of the staff; `place` is a code such as `US-TX`. */
export const addressForm = { ...lines, place: line(20), acceptPostalCode: z.string().max(2).optional() };

type AddressForm = Omit<Address, "country" | "countryArea"> & { place: string };

/** The address of a sent form. */
export function addressIn(form: AddressForm): Address {
  const { country, area } = placeOf(form.place);
  const sent = { ...form, country, countryArea: area };
  return mapAddress((field) => sent[field]);
}

/** A refusal whose errors of country and state are moved to the field `place`, which has both. */
export const atPlace = (refusal: Refusal): Refusal => ({
  ...refusal,
  ...(refusal.errors && {
    errors: refusal.errors.map((error) => (/^country/.test(error.field) ? { ...error, field: "place" } : error)),
  }),
});

/** Whether a refusal asks to confirm a postal code outside the state. */
export const isMisplaced = (refusal: Refusal | undefined): boolean =>
  (refusal?.errors ?? []).some(({ field }) => field === "postalCode");

type Places = readonly Pick<Country, "code" | "areas">[];

/** The fields of an address, with the states of `places`. */
export function addressViews(address: Address | undefined, places: Places = countries, asksPostalCode = false): FieldView[] {
  const place = address ? `${address.country}-${address.countryArea}` : "";
  const areas = places.flatMap(({ code, areas }) =>
    areas.map((area) => ({ value: `${code}-${area.code}`, label: `${area.name} (${code})` })),
  );
  const viewOf = (field: AddressField): FieldView => {
    const { label, optional } = addressFields[field];
    if (field === "countryArea")
      return choiceView("select", { name: "place", label: "State" }, [{ value: "", label: "Choose a state" }, ...areas], [place]);
    return lineView(field, label, address?.[field] ?? "", { required: !optional });
  };
  const check = choiceView(
    "checks",
    { name: "acceptPostalCode", label: "Check with the shopper" },
    [{ value: "1", label: "State and ZIP code are right" }],
    [],
  );
  return [...addressFieldNames.filter((field) => field !== "country").map(viewOf), ...(asksPostalCode ? [check] : [])];
}
