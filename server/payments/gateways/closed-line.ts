/** A card never travels in the clear but within this machine. */
export function isClosedLine(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return protocol === "https:" || (protocol === "http:" && isLoopback);
}
