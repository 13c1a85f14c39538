import { z } from "zod";

/**
 * Control characters are no customer's words, and PostgreSQL keeps no U+0000. Line ends and tabs
 * come with pasted text.
 */
const speakable = (text: string): boolean => !/[^\P{Cc}\t\n\r]/u.test(text);
const text = z.string("must be a text").max(1000, "is too long").refine(speakable, "must not hold control characters");
/** Any text may be asked for as an id: one that nothing has is unknown, not wrong. */
const id = z.string("must be an id").min(1, "must be an id").max(128, "must be an id").refine(speakable, "must be an id");
const object = "must be a JSON object";

export const recordId = z.object({ id }, object);

/**
 * What else an address keeps; a call that leaves it out means what is known of the customer or the
 * address (decisions §3).
 */
const more = { firstName: text.optional(), lastName: text.optional(), country: text.optional(), phone: text.optional() };
const typed = text.default("");
export const newAddress = z.object({ ...more, street: typed, city: typed, state: typed, zipCode: typed }, object);
export const knownAddress = z.object(
  { ...more, id, street: text.optional(), city: text.optional(), state: text.optional(), zipCode: text.optional() },
  object,
);

/**
 * Without scripts the form has a box that says the wish once more; with them a dialog has asked.
 */
export const disabling = z.object({ confirmed: text.optional() }, object);

/** One field of the profile; its own rule judges it. */
export const fieldBody = z.object({ value: z.string().max(1000) });
