import { connect } from "node:net";

/** What came of a request: its status, 0 where none came within the deadline or before the end. */
export type Answered = { status: number; text: string };

/** Longer than the shop takes for anything, also on a machine that is busy. */
const deadlineMs = 60_000;

const finalAnswer = (text: string): string => text.replace(/^(?:HTTP\/1\.1 1\d\d [^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)+/, "");

/** Sends bytes on a connection of their own, and reads until the shop hangs up. */
export function exchange(port: number, bytes: Buffer): Promise<Answered> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const timer = setTimeout(() => socket.destroy(), deadlineMs);
    // Where the shop has refused the rest of a body, its answer is there already.
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
