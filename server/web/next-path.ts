const quoted = /^(?:"|'|%22|%27)+|(?:"|'|%22|%27)+$/gi;

/**
 * The path of this shop to which a form or sign-in continues. Undefined for a text that a browser
 * could read as another origin. Surrounding quotes are stripped first (requirement 30).
 */
export function nextPath(next: unknown): string | undefined {
  if (typeof next !== "string" || next.length > 1000) return undefined;
  const path = next.trim().replace(quoted, "");
  const isPath = path.startsWith("/") && !path.startsWith("//") && !/[\\\p{Cc}]/u.test(path);
  return isPath ? path : undefined;
}
