import type { Outcome } from "../outcome.ts";

export type NewAccount = {
  email: string;
  firstName: string;
  lastName: string;
  /** what `seal` made of the password */
  sealed: string;
  /** whether the holder of the mailbox was verified */
  verified: boolean;
};

/**
 * Where customers' passwords are. The built-in provider stores them in the shop's own database;
 * another, such as a hosted identity service, has the same functions. Refusals are in the shopper's
 * words, and none but that of signing up reveals whether an email has an account.
 */
export type IdentityProvider = {
  /**
   * The customer with this mail and password; refused with the same words and after the same time
   * for an unknown email.
   */
  check(email: string, password: string): Promise<Outcome<{ customerId: string }>>;
  /** What may be stored of a password until its account is opened: never the password itself. */
  seal(password: string): Promise<string>;
  /** Whether it was made from this password. */
  opens(sealed: string, password: string): Promise<boolean>;
  /** Creates an account. Refused with a field's error where the email has one already. */
  create(account: NewAccount): Promise<Outcome<{ customerId: string }>>;
  /** Sets a password for a customer who followed a mailed link. */
  setPassword(customerId: string, password: string): Promise<Outcome<void>>;
};
