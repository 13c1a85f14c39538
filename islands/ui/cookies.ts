import Cookies from "js-cookie";
import { prefixed } from "./prefixed.ts";

/** Cookies that an answer has set, by name, each with the earlier value in `document.cookie`. */
const announced = new Map<string, { value: string; before: string | undefined }>();

/**
 * Records a cookie of an answer: WebKit updates `document.cookie` only some time after the answer.
 */
export const recordCookie = (name: string, value: string): unknown =>
  announced.set(name, { value, before: Cookies.get(prefixed(name)) });

/** Reads a cookie. */
export function readCookie(name: string): string | undefined {
  const value = Cookies.get(prefixed(name));
  const expected = announced.get(name);
  if (expected && value === expected.before) return expected.value;
  announced.delete(name);
  return value;
}

/** Stores a cookie for a year, for every page of this site; an empty value removes the cookie. */
export function setCookie(name: string, value: string): void {
  const secure = location.protocol === "https:";
  Cookies.set(prefixed(name), value, { expires: value ? 365 : -1, sameSite: "lax", secure });
}
