import Cookies from "js-cookie";

/** A cookie that scripts may read. */
export const readCookie = (name: string): string | undefined => Cookies.get(name);

/** Keeps a value for a year, for every page of this site; an empty one is forgotten. */
export function keepCookie(name: string, value: string): void {
  if (value) Cookies.set(name, value, { expires: 365, sameSite: "lax" });
  else Cookies.remove(name);
}
