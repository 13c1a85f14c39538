import { z } from "zod";
import { anyId as id, textLines } from "../text-schemas.ts";
import { type AddressField, addressFields } from "./rules/address-fields.ts";
import { mapSaved } from "./rules/saved-names.ts";

const text = textLines(1000);
const object = "must be a JSON object";

export const recordId = z.object({ id }, object);

/**
 * The fields that may be absent. An address that is changed then keeps the stored value. A new
 * address takes the value from the account or from the shop.
 */
const storedElsewhere: ReadonlySet<AddressField> = new Set(["firstName", "lastName", "country"]);
const isOptional = (field: AddressField): boolean => storedElsewhere.has(field) || addressFields[field].optional === true;
const optional = text.optional();
const required = text.default("");

export const newAddress = z.object(
  mapSaved((field): z.ZodType<string | undefined> => (isOptional(field) ? optional : required)),
  object,
);
export const changedAddress = z.object({ id, ...mapSaved(() => optional) }, object);

/** The form without scripts has a box to confirm. With scripts, a dialog has already asked. */
export const disabling = z.object({ confirmed: text.optional() }, object);

/** One field of the profile; its own rule validates it. */
export const fieldBody = z.object({ value: z.string().max(1000) });
