/** No part of it goes beyond the next bracket, so that many of them take no time. */
const shortcode = /\[(\/?)([a-z][\w-]{0,60})((?:\s+[\w-]+=(?:"[^"[\]]*"|'[^'[\]]*'|[^\s"'[\]]+))*)\s*\/?\]/gi;

/** Those of WordPress itself, which may stand alone. */
const own = new Set(["audio", "caption", "embed", "gallery", "playlist", "video", "wp_caption"]);

/**
 * WordPress puts something in the place of `[gallery ids="1,2"]` when it shows a page. Here nothing
 * could stand there, so they are taken out; what they embrace stays, and so do words in brackets
 * that only look alike. `names` are those taken out.
 */
export function withoutShortcodes(html: string): { html: string; names: string[] } {
  if (!html.includes("[")) return { html, names: [] };
  const found = [...html.matchAll(shortcode)].map(([, slash, name = "", values]) => ({
    slash,
    name: name.toLowerCase(),
    values,
  }));
  const closed = new Set(found.filter(({ slash }) => slash).map(({ name }) => name));
  const meant = new Set(found.filter(({ name, values }) => own.has(name) || closed.has(name) || values).map(({ name }) => name));
  const left = html.replace(shortcode, (all, _slash, name: string) => (meant.has(name.toLowerCase()) ? "" : all));
  return { html: left, names: [...meant] };
}
