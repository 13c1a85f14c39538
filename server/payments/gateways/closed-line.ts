/** True for https, and for http within this machine. Card data is sent only to such addresses. */
export function isClosedLine(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return protocol === "https:" || (protocol === "http:" && isLoopback);
}
