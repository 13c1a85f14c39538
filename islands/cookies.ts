/** One cookie's value; every page reads two of them, for which the bytes of a library (0.7 kB) are too many. */
export function readCookie(name: string): string | undefined {
  const found = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${name}=`));
  return found && decodeURIComponent(found.slice(name.length + 1));
}
