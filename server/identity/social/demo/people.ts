/** A made-up person, in the claims of OpenID Connect. */
export type DemoPerson = {
  sub: string;
  name: string;
  email: string;
  email_verified: boolean;
  gender?: string;
  birthdate?: string;
};

/**
 * The demo people, one for each case: a new customer, one with a single name, and an address that
 * is not verified.
 */
export const demoPeople: readonly DemoPerson[] = [
  {
    sub: "mary",
    name: "Mary Ann Lee",
    email: "mary.ann.lee@example.com",
    email_verified: true,
    gender: "female",
    birthdate: "1990-05-04",
  },
  { sub: "cosima", name: "Cosima", email: "cosima@example.com", email_verified: true },
  { sub: "sam", name: "Sam Okafor", email: "sam.okafor@example.com", email_verified: false },
  { sub: "demo", name: "Demo Shopper", email: "demo@example.com", email_verified: false },
];
