import type { Dependencies } from "../db/changes/tracking.ts";

/**
 * The headers from which shared caches read a page's tags. Fastly and Varnish read the first,
 * Cloudflare reads the second.
 */
export const tagHeaders = { "surrogate-key": "Surrogate-Key", "cache-tag": "Cache-Tag" } as const;
export type TagHeader = keyof typeof tagHeaders;

/** The tag of every page. */
export const everyPage = "shop";
/** The tag of a page that any change may change, or whose own tags would be too long. */
export const onAnyChange = "any";

/** The most bytes of the header's value. Proxies often allow 4 kB for all headers of an answer. */
const maxLength = 1000;

/** Encodes a subject without spaces and commas, which separate tags. */
const tagOf = (subject: string): string => encodeURIComponent(subject).replaceAll("%3A", ":");

/** The tags `a:b:c`, `a:b` and `a` of a changed subject: a page may have any of them. */
export function tagsOfChange(subject: string): string[] {
  const parts = tagOf(subject).split(":");
  return parts.map((_, at) => parts.slice(0, at + 1).join(":"));
}

/** The tags of a page: the subjects whose change may change it, sorted. */
export function tagsOfPage({ subjects, results, onAnything }: Dependencies): string[] {
  if (onAnything) return [everyPage, onAnyChange];
  const all = new Set([...subjects, ...results.flatMap(({ result }) => result.names)].map(tagOf));
  const tags = [everyPage, ...[...all].sort()];
  return tags.join(" ").length <= maxLength ? tags : [everyPage, onAnyChange];
}

/** The name and value of the header with a page's tags. */
export function tagHeaderOf(header: TagHeader, dependencies: Dependencies): [name: string, value: string] {
  return [tagHeaders[header], tagsOfPage(dependencies).join(header === "cache-tag" ? "," : " ")];
}
