import { storeCookiePrefix } from "./embedded/cookie-prefix.ts";

let token: string | undefined;

/**
 * The anti-forgery token of an answer to this page: a cookie with that name may be the page's own.
 */
export const readToken = (): string | undefined => token;

export function keepToken(answer: Headers): void {
  token = answer.get("X-CSRFToken") ?? undefined;
  storeCookiePrefix(answer);
}
