type Policy = { createHTML(html: string): string };
type TrustedTypes = { createPolicy(name: string, rules: Policy): Policy };

// The content security policy allows this one by name, and nothing else may turn text into HTML.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy("islands", { createHTML: (html) => html });

const trust = (html: string) => policy?.createHTML(html) ?? html;

/**
 * Fetches HTML from this very origin, safe to hand to `dangerouslySetInnerHTML` or `innerHTML`: the
 * one way in which an island may put HTML into the page. Throws at an answer from elsewhere, a
 * redirected one included, and at one that is a failure or not HTML.
 */
export async function fetchHtml(path: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(new URL(path, location.href), init);
  if (new URL(answer.url).origin !== location.origin) throw new Error(`HTML from ${answer.url} is not this shop's own`);
  if (!answer.ok || !answer.headers.get("content-type")?.startsWith("text/html")) throw new Error(`${answer.url} is not HTML`);
  return trust(await answer.text());
}

/** Elements from HTML that a component of ours rendered, for the comparison in development. */
export function parseHtml(html: string): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = trust(html);
  return template.content;
}
