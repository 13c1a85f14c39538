/**
 * Matches a shortcode. No part of the pattern matches beyond the next bracket, so that many
 * brackets take little time.
 */
const shortcode = /\[(\/?)([a-z][\w-]{0,60})((?:\s+[\w-]+=(?:"[^"[\]]*"|'[^'[\]]*'|[^\s"'[\]]+))*)\s*\/?\]/gi;

/** WordPress' own shortcodes, which need no end tag. */
const own = new Set(["audio", "caption", "embed", "gallery", "playlist", "video", "wp_caption"]);

/**
 * Removes shortcodes such as `[gallery ids="1,2"]`, which WordPress replaces when it shows a page.
 * Keeps the text between them, and other words in brackets. `names` are the names of the removed
 * shortcodes.
 */
export function withoutShortcodes(html: string): { html: string; names: string[] } {
  if (!html.includes("[")) return { html, names: [] };
  const shortcodes = [...html.matchAll(shortcode)].map(([, slash, name = "", values]) => ({
    slash,
    name: name.toLowerCase(),
    values,
  }));
  const closed = new Set(shortcodes.filter(({ slash }) => slash).map(({ name }) => name));
  const meant = new Set(
    shortcodes.filter(({ name, values }) => own.has(name) || closed.has(name) || values).map(({ name }) => name),
  );
  const stripped = html.replace(shortcode, (all, _slash, name: string) => (meant.has(name.toLowerCase()) ? "" : all));
  return { html: stripped, names: [...meant] };
}
