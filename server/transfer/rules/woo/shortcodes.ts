/**
 * Matches a shortcode. No part goes beyond the next bracket, so that many brackets take little
 * time.
 */
const shortcode = /\[(\/?)([a-z][\w-]{0,60})((?:\s+[\w-]+=(?:"[^"[\]]*"|'[^'[\]]*'|[^\s"'[\]]+))*)\s*\/?\]/gi;

/** WordPress' own shortcodes, which need no end tag. */
const own = new Set(["audio", "caption", "embed", "gallery", "playlist", "video", "wp_caption"]);

/**
 * WordPress replaces `[gallery ids="1,2"]` in a shown page. This shop cannot, so shortcodes are
 * removed; text between them stays, and so do other words in brackets. `names` are those removed.
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
