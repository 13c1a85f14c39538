import type { Outcome } from "../outcome.ts";

export type NewAccount = {
  email: string;
  firstName: string;
  lastName: string;
  /** what `seal` made of the password */
  sealed: string;
  /** whether its holder has proven to hold the mailbox */
  verified: boolean;
};

/**
 * Who knows the customers' passwords. The built-in one keeps them in the shop's own database;
 * another, such as a hosted identity service, answers the same questions. Refusals are in the
 * shopper's words, and none tells whether a mail is known, but for signing up.
 */
export type IdentityProvider = {
  /**
   * The customer with this mail and password; refused with the same words and after the same time
   * for an unknown mail.
   */
  check(email: string, password: string): Promise<Outcome<{ customerId: string }>>;
  /** What may be kept of a password until its account is opened: never the password itself. */
  seal(password: string): Promise<string>;
  /** Whether it was made of this password. */
  opens(sealed: string, password: string): Promise<boolean>;
  /** A new account. Refused with a field's error where the mail has one already. */
  create(account: NewAccount): Promise<Outcome<{ customerId: string }>>;
  /** Sets a password for who has proven to be the customer, by a mailed link. */
  setPassword(customerId: string, password: string): Promise<Outcome<void>>;
};
