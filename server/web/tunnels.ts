import type { Server } from "node:http";

const refusal =
  "HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST, PUT, DELETE\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/**
 * Answers 405 to a CONNECT, since the shop is no proxy; Node alone would hang up without a word.
 */
export function refuseTunnels(server: Server): void {
  server.on("connect", (_req, socket) => {
    socket.on("error", () => {});
    socket.end(refusal);
  });
}
