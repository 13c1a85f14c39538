import type { Refusal } from "../../outcome.ts";
import { view } from "../../web/view.ts";
import { splitName } from "../rules/names.ts";
import type { SocialReturnRow } from "./queries.ts";

type SocialReturnPageInput = {
  token: string;
  /** the token that is exchanged for the session once the customer is known */
  entry: string;
  /** whether the password of the customer with the same email is needed */
  asks: boolean;
  refusal: Refusal | undefined;
};

const frame = { robots: "noindex" } as const;

/**
 * The page after the return. It continues by itself or by a press, and asks for a password if one
 * is needed.
 */
export function socialReturnPage(row: SocialReturnRow, { token, entry, asks, refusal }: SocialReturnPageInput) {
  const { firstName, lastName } = splitName(row.name);
  const person = { first_name: firstName.slice(0, 100), last_name: lastName, gender: row.gender, birthday: row.birthday };
  // The page itself says that a password is needed.
  const isShownAtField = refusal?.errors !== undefined || refusal?.code === "password";
  return {
    ...frame,
    title: asks ? "Connect your account" : "Signing in",
    label: row.label,
    asks,
    email: row.email,
    form: {
      token,
      entry,
      user: { id: row.subject, ...person },
      asks,
      email: row.email,
      errors: refusal?.errors ?? [],
      ...(row.next !== null && { next: row.next }),
      ...(row.popup !== null && { popup: row.popup }),
      ...(refusal && !isShownAtField && { formError: refusal.error }),
    },
  };
}

/**
 * The page of a failed popup: shows the failure until it is reported to the page that opened it.
 */
export const socialFailedPage = (words: string, report: { popup: string; path: string }) => ({
  ...frame,
  title: "Signing in",
  failed: words,
  report,
});

/** The values of views/identity/social-return.hbs. */
type SocialReturnPage = ReturnType<typeof socialReturnPage> | ReturnType<typeof socialFailedPage>;
export const socialReturnView = view<SocialReturnPage>("identity/social-return");
