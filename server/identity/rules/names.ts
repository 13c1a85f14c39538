import { plainText } from "../../plain-text.ts";

export type Names = { firstName: string; lastName: string };

/** A whole name is split on its first space; there may be no last name (requirements 187, 188). */
export function splitName(whole: string): Names {
  const name = plainText(whole);
  const at = name.search(/\s/u);
  return at < 0 ? { firstName: name, lastName: "" } : { firstName: name.slice(0, at), lastName: name.slice(at).trim() };
}
