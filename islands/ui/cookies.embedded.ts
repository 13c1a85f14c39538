import * as cookies from "./cookies.ts";
import { prefixed } from "./prefixed.embedded.ts";
import { isElsewhere } from "./shop.embedded.ts";

/** ms: the lifetime of a checkout's cookie */
const keptFor = 86_400_000;

/** Cookie values of a shop on another origin, for a page without storage. */
const memoryCookies = new Map<string, string>();

/** Reads a cookie of the shop. For a shop on another origin it reads the value from an answer. */
export const readCookie = (name: string): string | undefined => (isElsewhere() ? readStored(name) : cookies.readCookie(name));

export const recordCookie = (name: string, value: string): unknown =>
  isElsewhere() ? store(name, value) : cookies.recordCookie(name, value);

export const { setCookie } = cookies;

function readStored(name: string): string | undefined {
  try {
    const { value, until } = JSON.parse(localStorage[prefixed(name)]);
    return until > Date.now() ? value : undefined;
  } catch {
    return memoryCookies.get(name);
  }
}

function store(name: string, value: string): void {
  memoryCookies.set(name, value);
  try {
    localStorage[prefixed(name)] = JSON.stringify({ value, until: Date.now() + keptFor });
  } catch {}
}
