import { connect } from "node:net";

/**
 * The result of a request. Its status is 0 if no answer came before the deadline or the
 * connection's end.
 */
export type Answered = { status: number; text: string };

/** Longer than any answer of the shop takes, even on a busy machine. */
const deadlineMs = 60_000;

const finalAnswer = (text: string): string => text.replace(/^(?:HTTP\/1\.1 1\d\d [^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)+/, "");

/** Sends bytes on a new connection, and reads until the shop closes it. */
export function exchange(port: number, bytes: Buffer): Promise<Answered> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const timer = setTimeout(() => socket.destroy(), deadlineMs);
    // Connection errors are ignored. If the shop has refused the rest of a body, its answer has
    // already arrived.
    socket.on("error", () => {});
    socket.setEncoding("latin1").on("data", (chunk) => {
      text += chunk;
    });
    socket.once("close", () => {
      clearTimeout(timer);
      const answer = finalAnswer(text);
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0), text: answer });
    });
    socket.write(bytes);
  });
}
