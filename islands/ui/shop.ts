/**
 * The address of one of the shop's paths: on its own pages the path itself. shop.embedded.ts is of
 * pages that others render. The build leaves both calls out.
 */
export function shopAddress(path: string): string {
  return path;
}

/** The options of a call: on the shop's own pages the browser sends its cookies anyway. */
export function shopRequest(options: RequestInit): RequestInit {
  return options;
}
