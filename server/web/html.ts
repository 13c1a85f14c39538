const special = /[&<>"']/;
const escapeAll = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

/** Escapes text for element content and quoted attributes. */
export const escapeHtml = (text: string): string => (special.test(text) ? escapeAll(text) : text);

const escapes: Record<string, string> = { "<": "\\u003c", ">": "\\u003e", "\u2028": "\\u2028", "\u2029": "\\u2029" };

/** JSON inside a page: it cannot end the element or open a comment. */
const jsonText = (value: unknown): string => JSON.stringify(value).replace(/[<>\u2028\u2029]/g, (sign) => escapes[sign] ?? sign);

/** JSON for scripts to read. */
export const jsonScript = (id: string, value: unknown): string =>
  `<script type="application/json" id="${escapeHtml(id)}">${jsonText(value)}</script>`;

/** JSON for search engines. */
export const ldScript = (value: unknown): string => `<script type="application/ld+json">${jsonText(value)}</script>`;
