/**
 * Reasons of a failed social sign-in, as codes in the address of the sign-in page; the words are
 * the shop's, never the provider's.
 */
const startPrefix = "Authentication initiation failed: ";
const endPrefix = "Authentication failed: ";

/** Requirements 181 and 182: one space after the colon. */
const words = {
  down: `${startPrefix}we couldn’t reach the provider. Please try again later.`,
  denied: `${endPrefix}you chose not to share your account.`,
  lost: `${endPrefix}it started in another browser or too long ago. Please try again.`,
  refused: `${endPrefix}the provider couldn’t confirm who you are. Please try again.`,
  silent: `${endPrefix}the provider didn’t respond. Please try again later.`,
  nameless: `${endPrefix}the provider didn’t share your email address.`,
  closed: `${endPrefix}this account can’t be used.`,
} as const;

export type SocialFailure = keyof typeof words;

/** The words for a failure; undefined for an unknown code. */
export const failureWords = (failure: unknown): string | undefined =>
  typeof failure === "string" && Object.hasOwn(words, failure) ? words[failure as SocialFailure] : undefined;

/**
 * The failure behind an error of the exchange: the provider refused, the shopper refused, or no
 * answer came.
 */
export function failureOf(error: unknown): SocialFailure {
  const { name, code, error: description } = error as { name?: string; code?: string; error?: string };
  if (description === "access_denied") return "denied";
  if (name === "AuthorizationResponseError" || name === "ResponseBodyError") return "refused";
  const isUnheard = name === "TypeError" || code === "OAUTH_TIMEOUT" || code === "OAUTH_RESPONSE_IS_NOT_CONFORM";
  return isUnheard ? "silent" : "refused";
}
