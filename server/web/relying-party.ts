/** The domain that passkeys are made for and sign in at, and the origin of its pages. */
export type RelyingParty = { id: string; origin: string };

/** The relying party of an address such as `PUBLIC_URL`. */
export function relyingPartyOf(url: string): RelyingParty {
  const { hostname, origin } = new URL(url);
  return { id: hostname, origin };
}
