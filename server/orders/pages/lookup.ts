import { linkRequestNotice } from "../../customers/rules/link-request-notice.ts";
import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { view } from "../../web/view.ts";
import { lookupPath } from "../paths.ts";

type LookupPageInput = {
  token: string;
  typed?: Record<string, unknown>;
  refusal?: Refusal | undefined;
  /** a mailed link, and whether it is still valid */
  link?: { token: string; good: boolean } | undefined;
  /** an email with a link was requested */
  linkSent?: boolean;
  /** the link of a mail matches no order */
  unknown?: boolean;
};

type LookupPage = ReturnType<typeof lookupPage>;
export const lookupView = view<LookupPage>("orders/lookup");

/**
 * The values of views/orders/lookup.hbs: the form, the message after the form, or the button on the
 * page of a mailed link.
 */
export function lookupPage({ token, typed = {}, refusal, link, linkSent = false, unknown = false }: LookupPageInput) {
  const errorOf = (name: string) => refusal?.errors?.find(({ field }) => field === name)?.message;
  const field = (name: string) => ({ value: readText(typed[name]), error: errorOf(name) });
  return {
    title: "Find an order",
    robots: "noindex",
    token,
    link,
    linkSent,
    unknown,
    number: field("number"),
    email: field("email"),
    failures: refusal?.errors ?? [],
    notice: linkRequestNotice(refusal),
    request: { next: `${lookupPath}?notice=link-sent`, kind: "primary" as const },
  };
}
