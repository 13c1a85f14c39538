import { storeCookiePrefix } from "./embedded/cookie-prefix.ts";

let token: string | undefined;

/**
 * The anti-forgery token from an answer to this page. A cookie with the token's name may belong to
 * the embedding page.
 */
export const readToken = (): string | undefined => token;

export function keepToken(answer: Headers): void {
  token = answer.get("X-CSRFToken") ?? undefined;
  storeCookiePrefix(answer);
}
