import { connect, type Socket } from "node:net";

type ConnectionOptions = {
  port: number;
  status: number;
  /** the next request to write; undefined if there is none left */
  next: () => string | undefined;
  answered: (bytes: number) => void;
  failed: (error: Error) => void;
};

/** Longer than any head that the shop writes. */
const headLimit = 8192;
export const headEnd = "\r\n\r\n";
const lengthName = "\r\ncontent-length:";

/** The number of body bytes after a head. Throws for a body without a length. */
export function bodyLength(head: string): number {
  if (head.startsWith("HTTP/1.1 304 ")) return 0;
  let at = head.indexOf("\r\nContent-Length:");
  if (at < 0) at = head.toLowerCase().indexOf(lengthName);
  if (at < 0) throw new Error(`an answer without a length: ${head.slice(0, 400)}`);
  return Number.parseInt(head.slice(at + lengthName.length), 10);
}

/**
 * A keep-alive connection that sends the next request as soon as the last one is answered. It
 * parses only heads and reads into one buffer, so that it uses less CPU than any server.
 */
export function openConnection({ port, status, next, answered, failed }: ConnectionOptions): Socket {
  const room = Buffer.allocUnsafeSlow(64 * 1024);
  let early = "";
  let length = 0;
  let missing = -1;

  const finish = () => {
    missing = -1;
    answered(length);
    const request = next();
    if (request === undefined) socket.end();
    else socket.write(request, "latin1");
  };
  const read = (bytes: number, buffer: Uint8Array) => {
    length += bytes;
    if (missing >= 0) {
      missing -= bytes;
    } else {
      const text = early + (buffer as Buffer).toString("latin1", 0, Math.min(bytes, headLimit));
      const end = text.indexOf(headEnd);
      if (end < 0) {
        early = text;
        if (text.length >= headLimit) throw new Error("an answer whose head has no end");
        return;
      }
      if (!text.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`expected ${status}, got: ${text.slice(0, 200)}`);
      missing = bodyLength(text.slice(0, end)) + end + headEnd.length - (early.length + bytes);
      early = "";
    }
    if (missing < 0) throw new Error("an answer longer than it said");
    if (missing > 0) return;
    finish();
    length = 0;
  };

  const socket = connect({
    port,
    host: "127.0.0.1",
    noDelay: true,
    onread: {
      buffer: room,
      callback: (bytes, buffer) => {
        try {
          read(bytes, buffer);
        } catch (error) {
          failed(error as Error);
        }
        return true;
      },
    },
  });
  socket.once("error", failed);
  socket.once("connect", () => {
    const request = next();
    if (request === undefined) socket.end();
    else socket.write(request, "latin1");
  });
  return socket;
}
