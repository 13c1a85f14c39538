type Policy = { createHTML(html: string): string };
type TrustedTypes = { createPolicy(name: string, rules: Policy): Policy };

// The content security policy allows this policy by name, and nothing else may turn text into HTML.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy("islands", { createHTML: (html) => html });

const trust = (html: string) => policy?.createHTML(html) ?? html;

/**
 * Fetches HTML from this origin, safe for `dangerouslySetInnerHTML` or `innerHTML`: the only way
 * for an island to insert HTML. Throws for an answer from another origin, also after a redirect,
 * for a failure, and for an answer that is not HTML.
 */
export async function fetchHtml(path: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(new URL(path, location.href), init);
  if (new URL(answer.url).origin !== location.origin) throw new Error(`HTML from ${answer.url} is not this site's own`);
  if (!answer.ok || !answer.headers.get("content-type")?.startsWith("text/html"))
    throw new Error(`${answer.url} failed or is not HTML: ${answer.status}`);
  return trust(await answer.text());
}

/** Parses HTML that a component rendered, for the comparison in development. */
export function parseHtml(html: string): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = trust(html);
  return template.content;
}
