import { z } from "zod";
import { mapAddress } from "../../server/customers/rules/address-fields.ts";

/** The fields of an address, under the checkout's names. */
export const address = z.object(mapAddress(() => z.string()));

/** One of a customer's addresses; `current` means that the form shows it. */
export const savedAddress = address.extend({ id: z.string(), current: z.boolean() });

/** A country that the shop ships to, with its areas (server/customers/rules/areas.ts). */
export const country = z.object({
  code: z.string(),
  name: z.string(),
  /** State or Province */
  areaLabel: z.string(),
  areas: z.array(z.object({ code: z.string(), name: z.string() })),
});

export type SavedAddress = z.infer<typeof savedAddress>;
export type Country = z.infer<typeof country>;
