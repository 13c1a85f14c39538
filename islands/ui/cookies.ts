import Cookies from "js-cookie";

/** Cookies that an answer has set, by name, each with its earlier value in `document.cookie`. */
const announced = new Map<string, { value: string; before: string | undefined }>();

/**
 * Records a cookie of an answer: WebKit updates `document.cookie` only some time after the answer.
 */
export const recordCookie = (name: string, value: string): unknown => announced.set(name, { value, before: Cookies.get(name) });

/** Reads a cookie. */
export function readCookie(name: string): string | undefined {
  const value = Cookies.get(name);
  const expected = announced.get(name);
  if (expected && value === expected.before) return expected.value;
  announced.delete(name);
  return value;
}

/** Stores a value for a year, for every page of this site; an empty one is removed. */
export function setCookie(name: string, value: string): void {
  if (value) Cookies.set(name, value, { expires: 365, sameSite: "lax" });
  else Cookies.remove(name);
}
