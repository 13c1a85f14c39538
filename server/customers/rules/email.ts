import type { FieldError } from "../../outcome.ts";
import { plainText } from "../../plain-text.ts";

/** HTML's pattern for `type=email`: RFC 5322's characters before the @, and DNS labels after it. */
const local = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+$/i;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** The longest address of RFC 5321. */
const longest = 254;

function isEmail(email: string): boolean {
  const at = email.indexOf("@");
  return (
    at > 0 &&
    local.test(email.slice(0, at)) &&
    email
      .slice(at + 1)
      .split(".")
      .every((part) => label.test(part))
  );
}

/** An address without invisible characters. */
export const tidyEmail = (text: string): string => plainText(text);

/** The form of an address for comparisons. */
export const normaliseEmail = (email: string): string => tidyEmail(email).toLowerCase();

/** The errors of a tidied address in the contact step. */
export function emailErrors(email: string): FieldError[] {
  if (email === "") return [{ field: "email", message: "Enter your email address." }];
  if (email.length > longest || !isEmail(email))
    return [{ field: "email", message: "Enter an email address like name@example.com." }];
  return [];
}
