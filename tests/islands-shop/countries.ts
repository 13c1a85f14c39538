import { addressWith } from "../support/addresses.ts";

/** Both countries as the server sends them to a form, shortened. */
export const countries = [
  {
    code: "US",
    name: "United States",
    areaLabel: "State",
    areas: [
      { code: "NY", name: "New York" },
      { code: "TX", name: "Texas" },
    ],
  },
  { code: "CA", name: "Canada", areaLabel: "Province", areas: [{ code: "ON", name: "Ontario" }] },
];

export const mary = addressWith({
  firstName: "Mary",
  lastName: "Lee",
  streetAddress1: "1 Elm St",
  city: "Austin",
  postalCode: "73301",
  countryArea: "TX",
});

export const nobody = addressWith({});
