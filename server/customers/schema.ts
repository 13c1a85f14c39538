import { z } from "zod";

/**
 * Whether a text has no control characters, except line ends and tabs of pasted text. PostgreSQL
 * cannot store U+0000.
 */
const speakable = (text: string): boolean => !/[^\P{Cc}\t\n\r]/u.test(text);
const text = z.string("must be text").max(1000, "is too long").refine(speakable, "must not contain control characters");
/** Any text may be sent as an id: an id that does not exist is unknown, not malformed. */
const id = z.string("must be an id").min(1, "must be an id").max(128, "must be an id").refine(speakable, "must be an id");
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
