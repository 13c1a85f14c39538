import type { Outcome } from "../outcome.ts";

export type NewAccount = {
  email: string;
  firstName: string;
  lastName: string;
  /** the sealed form of the password, made by `seal` */
  sealed: string;
  /** whether the mailbox was verified */
  verified: boolean;
};

/**
 * Keeps customers' passwords. The built-in provider stores them in the shop's own database; another
 * provider, such as a hosted identity service, has the same functions. Refusals are worded for the
 * shopper. Only the refusal of a sign-up reveals whether an email has an account.
 */
export type IdentityProvider = {
  /**
   * The customer with this email and password; an unknown email is refused with the same words and
   * after the same time.
   */
  check(email: string, password: string): Promise<Outcome<{ customerId: string }>>;
  /**
   * Seals a password for storage until its account is opened; the password itself is never stored.
   */
  seal(password: string): Promise<string>;
  /** Whether `sealed` was made from this password. */
  opens(sealed: string, password: string): Promise<boolean>;
  /** Creates an account. Refused with a field's error if the email has one already. */
  create(account: NewAccount): Promise<Outcome<{ customerId: string }>>;
  /** Sets a password for a customer who followed a mailed link. */
  setPassword(customerId: string, password: string): Promise<Outcome<void>>;
};
