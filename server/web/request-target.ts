import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Whether Express can read a request's target: a path, or a whole address, which only proxies are
 * sent. For any other target Express would throw before its own error handler is set.
 */
const isReadable = (target: string): boolean => target.startsWith("/") || target === "*" || URL.canParse(target);

/** Answers 400 to a target that cannot be parsed, such as `http://[::1/`. False = not answered. */
export function refuseTarget({ url = "", requestId }: IncomingMessage, res: ServerResponse): boolean {
  if (isReadable(url)) return false;
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", "X-Request-Id": requestId };
  res.writeHead(400, { ...headers, Connection: "close" });
  res.end("We couldn’t read this request.\n");
  return true;
}
