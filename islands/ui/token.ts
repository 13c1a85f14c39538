import { readCookie, recordCookie } from "./cookies.ts";

/** The anti-forgery token, if this browser has one. */
export const readToken = (): string | undefined => readCookie("csrftoken");

/** Stores the token of an answer. */
export function keepToken(answer: Headers): void {
  const token = answer.get("X-CSRFToken");
  if (token) recordCookie("csrftoken", token);
}
