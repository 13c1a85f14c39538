/**
 * The address of one of the shop's paths: on its own pages the path itself. shop.embedded.ts is for
 * pages that other servers render. The build leaves all three calls out.
 */
export function shopAddress(path: string): string {
  return path;
}

/** The options of a call: on the shop's own pages the browser sends its cookies anyway. */
export function shopRequest(options: RequestInit): RequestInit {
  return options;
}

/** The words for a call without an answer; on pages of other origins the console gets the cause. */
export function withCause(text: string): string {
  return text;
}
