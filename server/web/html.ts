const special = /[&<>"']/;
const escapeAll = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

/** Text made safe for element content and for quoted attributes. */
export const escapeHtml = (text: string): string => (special.test(text) ? escapeAll(text) : text);

const escapes: Record<string, string> = { "<": "\\u003c", ">": "\\u003e", "\u2028": "\\u2028", "\u2029": "\\u2029" };

/** JSON inside a page for scripts to read: nothing in it can end the element or open a comment. */
export function jsonScript(id: string, value: unknown): string {
  const json = JSON.stringify(value).replace(/[<>\u2028\u2029]/g, (sign) => escapes[sign] ?? sign);
  return `<script type="application/json" id="${escapeHtml(id)}">${json}</script>`;
}
