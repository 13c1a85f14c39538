// Sends requests to a server as fast as it answers, in its own process.
import type { Socket } from "node:net";
import { openConnection } from "./connection.ts";
import { answers, type Load, type Loaded } from "./questions.ts";

/** Sends requests until the time is over, then waits for the answers in progress. */
async function run({ port, requests, connections, milliseconds, once, status }: Load): Promise<Loaded> {
  const sockets: Socket[] = [];
  let sent = 0;
  let received = 0;
  let bytes = 0;
  const start = performance.now();
  const next = () => {
    if (performance.now() - start >= milliseconds || (once && sent >= requests.length)) return undefined;
    return requests[sent++ % requests.length];
  };
  const answered = (length: number) => {
    received += 1;
    bytes += length;
  };
  const connection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = openConnection({ port, status, next, answered, failed: reject });
      socket.once("close", () => resolve());
      sockets.push(socket);
    });
  try {
    await Promise.all(Array.from({ length: connections }, connection));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  if (received !== sent) throw new Error(`${sent} requests, ${received} answers`);
  return { answers: received, bytes, milliseconds: performance.now() - start };
}

answers("load", run);
process.channel?.ref();
