import { type FieldError, type Refusal, type RefusalCode, refuse } from "../../outcome.ts";

/** Rules of a new password; shown live while it is typed (requirement 219). */
type PasswordRules = {
  /** at least 8 characters */
  long: boolean;
  /** a number or symbol */
  mixed: boolean;
  /** no spaces */
  unspaced: boolean;
};

export const shortest = 8;
/** The most characters: nobody types more, and hashing takes longer for longer texts. */
export const longest = 200;

/** Each rule's result; the maximum length is not among them. */
export const passwordRules = (password: string): PasswordRules => ({
  long: [...password].length >= shortest,
  mixed: /[^\p{L}\s]/u.test(password),
  unspaced: password !== "" && !/\s/u.test(password),
});

export type Strength = "Weak" | "Medium" | "Strong";

/** Weak with 0 or 1 rule met, Medium with 2, Strong with 3 (requirement 220). */
export function strengthOf(password: string): Strength {
  const met = Object.values(passwordRules(password)).filter(Boolean).length;
  if (met < 2) return "Weak";
  return met === 2 ? "Medium" : "Strong";
}

export const badPassword = "Use at least 8 characters with a number or symbol, and no spaces.";

/** Refuses a change of the password. A page shows the words beside the fields concerned. */
function refuseChange(code: RefusalCode, error: string, fields: readonly string[]): Refusal {
  const errors = fields.map((field): FieldError => ({ field, message: error }));
  return { ...refuse(code, error), errors };
}

const current = "currentPassword";
const next = "newPassword";
const bothMissing = refuseChange("password_refused", "both passwords are required", [current, next]);
const newMissing = refuseChange("password_refused", "new password is missing", [next]);
const currentMissing = refuseChange("password_refused", "current password is missing", [current]);
const unchanged = refuseChange("password_refused", "new password cannot be the same as the current", [next]);
export const tooWeak = refuseChange("password_refused", "The new password is too weak.", [next]);
export const incorrect = refuseChange("wrong_password", "The current password is incorrect.", [current]);

/** Whether a password may be set. */
export const isGoodPassword = (password: string): boolean => strengthOf(password) === "Strong" && password.length <= longest;

/**
 * The Unicode NFC form in which a password is hashed: keyboards compose the same character in more
 * than one way.
 */
export const normalisePassword = (password: string): string => password.normalize("NFC");

/**
 * Why a change is refused, in exactly the specified words (requirements 221–224); undefined if the
 * change is allowed.
 */
export function changeRefusal(currentPassword: string, newPassword: string): Refusal | undefined {
  if (currentPassword.trim() === "" && newPassword.trim() === "") return bothMissing;
  if (newPassword.trim() === "") return newMissing;
  if (currentPassword.trim() === "") return currentMissing;
  if (currentPassword.toLowerCase() === newPassword.toLowerCase()) return unchanged;
  return isGoodPassword(newPassword) ? undefined : tooWeak;
}
