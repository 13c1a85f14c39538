import { z } from "zod";
import { mapSaved } from "../../server/customers/rules/saved-names.ts";
import { country } from "../ui/address-shape.ts";

/** An address with the field names of its call (server/customers/rules/saved-names.ts). */
const fields = z.object(mapSaved(() => z.string()));
const saved = fields.extend({ id: z.string(), isDefault: z.boolean() });

export const schema = z.object({
  token: z.string(),
  addresses: z.array(saved),
  /** the fields of a new address */
  blank: fields,
  countries: z.array(country),
  /**
   * the id of the address whose form is open, or `new`; `typed` and `errors` are from a native post
   */
  open: z.string().optional(),
  typed: z.record(z.string(), z.string()).optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  formError: z.string().optional(),
});

export type BookAddress = z.infer<typeof saved>;
export type AddressBookProps = z.infer<typeof schema>;
