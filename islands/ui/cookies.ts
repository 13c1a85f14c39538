import { prefixed } from "./prefixed.ts";

/** Cookies that an answer has set, by name, each with its earlier value in `document.cookie`. */
const announced = new Map<string, { value: string; before: string | undefined }>();

/** As it is stored: values of ours need no encoding. */
function stored(name: string): string | undefined {
  const start = `${prefixed(name)}=`;
  return document.cookie
    .split("; ")
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length);
}

/**
 * Records a cookie of an answer: WebKit updates `document.cookie` only some time after the answer.
 */
export const recordCookie = (name: string, value: string): unknown => announced.set(name, { value, before: stored(name) });

/** Reads a cookie. */
export function readCookie(name: string): string | undefined {
  const value = stored(name);
  const expected = announced.get(name);
  if (expected && value === expected.before) return expected.value;
  announced.delete(name);
  return value;
}

/** Stores a value for a year, for every page of this site; an empty one is removed. */
export function setCookie(name: string, value: string): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: browsers of the last years have no other way
  document.cookie = `${prefixed(name)}=${value}; path=/; samesite=lax; max-age=${value ? 31_536_000 : -1}${secure}`;
}
