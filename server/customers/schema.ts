import { z } from "zod";
import { anyId as id, textLines } from "../text-schemas.ts";

const text = textLines(1000);
const object = "must be a JSON object";

export const recordId = z.object({ id }, object);

/** Further fields of an address; when absent, the stored values apply. */
const more = { firstName: text.optional(), lastName: text.optional(), country: text.optional(), phone: text.optional() };
const typed = text.default("");
export const newAddress = z.object({ ...more, street: typed, city: typed, state: typed, zipCode: typed }, object);
export const knownAddress = z.object(
  { ...more, id, street: text.optional(), city: text.optional(), state: text.optional(), zipCode: text.optional() },
  object,
);

/** The form without scripts has a box to confirm; with scripts a dialog has asked. */
export const disabling = z.object({ confirmed: text.optional() }, object);

/** One field of the profile; its own rule validates it. */
export const fieldBody = z.object({ value: z.string().max(1000) });
