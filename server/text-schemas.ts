import { z } from "zod";

const noControls = "must not contain control characters";
const isLine = (text: string): boolean => !/\p{Cc}/u.test(text);
/** Allows line ends and tabs, which people paste. PostgreSQL cannot store U+0000. */
const isPasteable = (text: string): boolean => !/[^\P{Cc}\t\n\r]/u.test(text);

/** A text of up to `most` characters. */
export const text = (most: number) => z.string().max(most, "is too long");

/** A line of text without control characters, such as a name in a line of an email. */
export const textLine = (most: number) => text(most).refine(isLine, noControls);

/** A text of several lines, without other control characters. */
export const textLines = (most: number) => text(most).refine(isPasteable, noControls);

const words = "must be an id";
/** An id of any text: an id that does not exist is unknown, not malformed. */
export const anyId = z.string(words).min(1, words).max(128, words).refine(isPasteable, words);
