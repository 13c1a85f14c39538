/**
 * The address of a path of the shop: on the shop's own pages, the path itself. shop.embedded.ts
 * replaces this file on pages that other servers render. The build inlines all three functions.
 */
export function shopAddress(path: string): string {
  return path;
}

/** The options of a call: on the shop's own pages the browser sends its cookies anyway. */
export function shopRequest(options: RequestInit): RequestInit {
  return options;
}

/** The message for a call without an answer. On pages of other origins the cause is also logged. */
export function withCause(text: string): string {
  return text;
}
