import { shopAddress, shopOrigin } from "../shop.embedded.ts";
import { adaptElement } from "./adapt-element.ts";

type Policy = { createHTML(html: string): string };
type TrustedTypes = { createPolicy(name: string, rules: Policy): Policy };

let policy: Policy | undefined;

/** Creates the policy on first use, since a page may allow no policy. */
function trust(html: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy("islands", { createHTML: (text) => text });
  return policy?.createHTML(html) ?? html;
}

/**
 * Fetches HTML of the shop, with the names and addresses for pages that other servers render.
 * Throws for an answer from another origin than the shop's, for a failure, and for an answer that
 * is not HTML.
 */
export async function fetchHtml(path: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(shopAddress(path), init);
  if (new URL(answer.url).origin !== shopOrigin()) throw new Error(`HTML from ${answer.url} is not the shop's`);
  if (!answer.ok || !answer.headers.get("content-type")?.startsWith("text/html")) throw new Error(`${answer.url} is not HTML`);
  const { body } = new DOMParser().parseFromString(trust(await answer.text()), "text/html");
  for (const element of body.querySelectorAll("*")) adaptElement(element);
  return trust(body.innerHTML);
}
