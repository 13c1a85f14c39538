/** Names of three fields in the call of a customer's addresses. */
export const savedNames = { streetAddress1: "street", countryArea: "state", postalCode: "zipCode" } as const;
