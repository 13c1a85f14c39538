import Cookies from "js-cookie";

/** Cookies that an answer has set, by name, each with what scripts saw before. */
const announced = new Map<string, { value: string; before: string | undefined }>();

/**
 * Says what an answer has set: WebKit shows scripts the cookies of an answer only some time after
 * the answer itself.
 */
export const announceCookie = (name: string, value: string): unknown => announced.set(name, { value, before: Cookies.get(name) });

/** A cookie that scripts may read. */
export function readCookie(name: string): string | undefined {
  const value = Cookies.get(name);
  const expected = announced.get(name);
  if (expected && value === expected.before) return expected.value;
  announced.delete(name);
  return value;
}

/** Keeps a value for a year, for every page of this site; an empty one is forgotten. */
export function keepCookie(name: string, value: string): void {
  if (value) Cookies.set(name, value, { expires: 365, sameSite: "lax" });
  else Cookies.remove(name);
}
