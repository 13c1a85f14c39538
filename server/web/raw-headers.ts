import type { IncomingMessage } from "node:http";

/**
 * One header by its lower-case name. `req.headers` would build an object of all headers, which
 * takes half as long as the rest of an answer from memory.
 */
export function headerOf({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  let value: string | undefined;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] ?? "";
    if (header.length !== name.length || header.toLowerCase() !== name) continue;
    value = value === undefined ? rawHeaders[at + 1] : `${value}, ${rawHeaders[at + 1]}`;
  }
  return value;
}
