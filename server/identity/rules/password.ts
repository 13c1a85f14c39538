import type { FieldError } from "../../outcome.ts";

/** What a new password must be; told live while it is typed (acceptance 219). */
export type PasswordRules = {
  /** at least 8 characters */
  long: boolean;
  /** a number or symbol */
  mixed: boolean;
  /** no spaces */
  unspaced: boolean;
};

export const shortest = 8;
/** More than anybody types; hashing takes its time by the length. */
export const longest = 200;

export const passwordRules = (password: string): PasswordRules => ({
  long: [...password].length >= shortest,
  mixed: /[^\p{L}\s]/u.test(password),
  unspaced: password !== "" && !/\s/u.test(password),
});

export type Strength = "Weak" | "Medium" | "Strong";

/** Weak with 0 or 1 rule met, Medium with 2, Strong with 3 (acceptance 220). */
export function strengthOf(password: string): Strength {
  const met = Object.values(passwordRules(password)).filter(Boolean).length;
  if (met < 2) return "Weak";
  return met === 2 ? "Medium" : "Strong";
}

export const badPassword = "Use at least 8 characters with a number or symbol, and no spaces.";

export const tooWeak = "The new password is too weak.";
export const incorrect = "The current password is incorrect.";

const bothMissing = "both passwords are required";
const newMissing = "new password is missing";
const currentMissing = "current password is missing";
const unchanged = "new password cannot be the same as the current";

/** True for a password that may be set. */
export const isGoodPassword = (password: string): boolean => strengthOf(password) === "Strong" && password.length <= longest;

/** The form in which a password is hashed: keyboards compose the same letter in more than one way. */
export const normalisePassword = (password: string): string => password.normalize("NFC");

/** The words of a change that cannot be tried, letter for letter (acceptance 221–224); undefined when it can. */
export function changeRefusal(current: string, next: string): string | undefined {
  if (current.trim() === "" && next.trim() === "") return bothMissing;
  if (next.trim() === "") return newMissing;
  if (current.trim() === "") return currentMissing;
  if (current.toLowerCase() === next.toLowerCase()) return unchanged;
  return undefined;
}

const concerns: readonly [field: string, words: readonly string[]][] = [
  ["currentPassword", [bothMissing, currentMissing, incorrect]],
  ["newPassword", [bothMissing, newMissing, unchanged, tooWeak]],
];

/** The fields that the words of a refused change stand beside: none where they concern no field. */
export const changeErrors = (refusal: string): FieldError[] =>
  concerns.flatMap(([field, words]) => (words.includes(refusal) ? [{ field, message: refusal }] : []));
