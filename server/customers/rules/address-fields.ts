type FieldForm = {
  label: string;
  /** the browser's name for the field, without the `shipping` or `billing` before it */
  autocomplete: string;
  type?: "tel";
  /** the field's part of the form's row; absent if it takes the whole row */
  width?: "half" | "third";
  optional?: true;
};

const fields = {
  firstName: { label: "First name", autocomplete: "given-name", width: "half" },
  lastName: { label: "Last name", autocomplete: "family-name", width: "half" },
  country: { label: "Country", autocomplete: "country" },
  streetAddress1: { label: "Street address", autocomplete: "street-address" },
  city: { label: "City", autocomplete: "address-level2", width: "third" },
  countryArea: { label: "State or province", autocomplete: "address-level1", width: "third" },
  postalCode: { label: "ZIP or postal code", autocomplete: "postal-code", width: "third" },
  phone: { label: "Phone", autocomplete: "tel", type: "tel", optional: true },
} as const satisfies Record<string, FieldForm>;

export type AddressField = keyof typeof fields;
/** The address of a checkout, an order and a customer. `country` and `countryArea` are codes. */
export type Address = Record<AddressField, string>;

/** The fields of every address, in the order of its forms. */
export const addressFields: Readonly<Record<AddressField, FieldForm>> = fields;
export const addressFieldNames = Object.keys(fields) as AddressField[];

/** Makes a record with a value for each field of an address. */
export const mapAddress = <Value>(make: (field: AddressField) => Value) =>
  Object.fromEntries(addressFieldNames.map((field) => [field, make(field)])) as Record<AddressField, Value>;
