import { z } from "zod";

/** The fields of an address, under the checkout's names. */
export const addressFields = z.object({
  firstName: z.string(),
  lastName: z.string(),
  streetAddress1: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
  countryArea: z.string(),
  phone: z.string(),
});

/** One of a customer's addresses; `current` while the form shows it. */
export const savedAddress = addressFields.extend({ id: z.string(), current: z.boolean() });

/** A country that the shop ships to, with its areas (server/customers/rules/areas.ts). */
export const country = z.object({
  code: z.string(),
  name: z.string(),
  /** State or Province */
  areaLabel: z.string(),
  areas: z.array(z.object({ code: z.string(), name: z.string() })),
});

export type AddressFields = z.infer<typeof addressFields>;
export type SavedAddress = z.infer<typeof savedAddress>;
export type Country = z.infer<typeof country>;
