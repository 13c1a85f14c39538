const quoted = /^(?:"|'|%22|%27)+|(?:"|'|%22|%27)+$/gi;

/**
 * Where a form or a sign-in wants to go on to, when that is a path of this shop; anything that a
 * browser could read as another place is nothing (decisions §4). Surrounding quotes are stripped
 * first (acceptance 30).
 */
export function nextPath(next: unknown): string | undefined {
  if (typeof next !== "string" || next.length > 1000) return undefined;
  const path = next.trim().replace(quoted, "");
  const isPath = path.startsWith("/") && !path.startsWith("//") && !/[\\\p{Cc}]/u.test(path);
  return isPath ? path : undefined;
}
