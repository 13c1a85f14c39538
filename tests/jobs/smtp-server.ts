import { type AddressInfo, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

type SmtpServer = { url: string; port: number; received: string[]; connections: () => number };

/** The refusals of a server: the refused command or, as ".", an email's text, and the reply. */
const refusals = {
  refusing: { at: "RCPT", reply: (line: string) => `550 5.1.1 ${line.slice(8)} is unknown here` },
  "refusing for now": { at: "RCPT", reply: () => "450 4.2.1 try again later" },
  "refusing one": { at: "RCPT", reply: (line: string) => (line.includes("nobody@") ? "550 5.1.1 unknown here" : undefined) },
  "refusing the sender": { at: "MAIL", reply: () => "550 5.7.1 this sender may not send" },
  "refusing the text": { at: ".", reply: () => "554 5.7.1 this is spam" },
} as const;

/**
 * The server says nothing, stops answering after the greeting, refuses something, or accepts every
 * email.
 */
export type SmtpManner = "silent" | "mute" | keyof typeof refusals | "good";

function converse(socket: Socket, manner: SmtpManner, received: string[]): void {
  if (manner === "silent") return;
  socket.write("220 mail.test ESMTP\r\n");
  if (manner === "mute") return;
  let message: string | undefined;
  let pending = "";
  const refusalAt = (command: string, line: string): string | undefined => {
    const refusal = Object.entries(refusals).find(([name]) => name === manner)?.[1];
    return refusal?.at === command ? refusal.reply(line) : undefined;
  };
  const answer = (line: string): string | undefined => {
    if (message !== undefined) {
      message += `${line}\n`;
      if (line !== ".") return undefined;
      const refused = refusalAt(".", line);
      if (refused === undefined) received.push(message);
      message = undefined;
      return refused ?? "250 taken";
    }
    const [verb = ""] = line.toUpperCase().split(/[ :]/);
    const refused = refusalAt(verb, line);
    if (refused !== undefined) return refused;
    if (verb !== "DATA") return verb === "QUIT" ? "221 bye" : "250 ok";
    message = "";
    return "354 go on";
  };
  socket.on("data", (chunk) => {
    const lines = (pending + chunk).split("\r\n");
    pending = lines.pop() ?? "";
    for (const line of lines) {
      const said = answer(line);
      if (said !== undefined) socket.write(`${said}\r\n`);
    }
  });
}

/** A mail server on loopback. */
export async function openSmtp(manner: SmtpManner): Promise<SmtpServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    converse(socket, manner, received);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, port, received, connections: () => connections };
}
