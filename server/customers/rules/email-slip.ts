import type { FieldError } from "../../outcome.ts";

/** Common misspellings of the names of large email providers. */
const slips: Readonly<Record<string, string>> = {
  gmail: "gmial gmai gamil gmal gnail gmaill gmil gmali gimail ggmail gmaul gmaik gmsil gmeil",
  yahoo: "yaho yahooo yahho yhaoo yaoo yahhoo yahoo0",
  hotmail: "hotmial hotmal hotmai hotmil hotamil hotmaill hotmali hotmsil hormail homail",
  outlook: "outlok outloo oulook outllok outloook outlool otlook",
  icloud: "iclod icoud iclould icloude iclud icluod",
};
const providers = new Map(
  Object.entries(slips).flatMap(([name, mistyped]) => [name, ...mistyped.split(" ")].map((spelling) => [spelling, name])),
);
const endings = /^(?:con|co|cm|om|cmo|comm|vom|ocm|cim|xom|comn)$/;
/** Misspelled top-level domains that do not exist. */
const impossible = /\.(?:con|cmo|comm|vom|ocm|cim|xom|comn)$/;

/**
 * The address that the shopper probably meant if the domain is a known misspelling; undefined
 * otherwise. Expects a valid address.
 */
export function likelyEmail(email: string): string | undefined {
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at).toLowerCase();
  const dot = domain.indexOf(".");
  const provider = providers.get(domain.slice(0, dot));
  const ending = domain.slice(dot + 1);
  const meant = provider && (ending === "com" || endings.test(ending)) ? `${provider}.com` : domain.replace(impossible, ".com");
  return meant === domain ? undefined : email.slice(0, at) + meant;
}

/** The question beside the email field; empty if there is nothing to ask. */
export const slipErrors = (email: string): FieldError[] => {
  const meant = likelyEmail(email);
  return meant === undefined
    ? []
    : [{ field: "email", code: "email_slip", message: `Did you mean ${meant}? If not, press Continue again.` }];
};
