export type Encoding = "br" | "gzip" | "identity";

/** Finds the encoding's own name among those that are taken; a `q=0` counts as a no. */
const taken = (name: string) => new RegExp(`(?:^|[\\s,])${name}\\s*(?:,|$|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$)))`, "i");
const br = taken("br");
const gzip = taken("gzip");

/** The best encoding that a client takes. */
export function encodingFor(accept: string | string[] | undefined): Encoding {
  const text = String(accept ?? "");
  if (br.test(text)) return "br";
  return gzip.test(text) ? "gzip" : "identity";
}
