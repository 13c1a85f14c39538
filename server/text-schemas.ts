import { z } from "zod";

const noControls = "must not contain control characters";
const isLine = (text: string): boolean => !/\p{Cc}/u.test(text);
/**
 * Allows line ends and tabs, since people paste them, but not U+0000, which PostgreSQL cannot
 * store.
 */
const isPasteable = (text: string): boolean => !/[^\P{Cc}\t\n\r]/u.test(text);

/** A text of up to `most` characters. */
export const text = (most: number) => z.string().max(most, "is too long");

/** A line of text without control characters, for example a name in an email. */
export const textLine = (most: number) => text(most).refine(isLine, noControls);

/** A text of several lines, without other control characters. */
export const textLines = (most: number) => text(most).refine(isPasteable, noControls);

const words = "must be an id";
/**
 * Accepts nearly any text as an id, so that an id that does not exist is refused as unknown and not
 * as malformed.
 */
export const anyId = z.string(words).min(1, words).max(128, words).refine(isPasteable, words);
