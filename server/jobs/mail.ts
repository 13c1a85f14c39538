import { createHash } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { RefusedForGood } from "./refused.ts";

export type Email = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** the address for answers, if it differs from the sender's */
  replyTo?: string;
  /** identifies the email; an email that is sent again gets the same file and Message-ID */
  messageId: string;
};

export type Mail = { send(email: Email): Promise<void>; close(): void };

/**
 * The time limits in ms for the connection to the mail server, for its greeting, and for the
 * sending of the email.
 */
export type SmtpTimeouts = { connect: number; greet: number; send: number };

const usualTimeouts: SmtpTimeouts = { connect: 5_000, greet: 5_000, send: 15_000 };

type Options = { smtpUrl: string | undefined; from: string; directory: string; host: string; timeouts?: SmtpTimeouts };

type SmtpError = { code?: unknown; responseCode?: unknown; command?: unknown };

/**
 * Whether an error is final: a 5xx reply to the recipient or to the text. An earlier 5xx reply is
 * about the shop's account at the mail server.
 */
const isForGood = ({ responseCode, command }: SmtpError) =>
  Number(responseCode) >= 500 && Number(responseCode) < 600 && (command === "RCPT TO" || command === "DATA");

/**
 * An error without the mail server's text. The error is logged and stored, and the text may quote
 * the shopper's address.
 */
function smtpFailure(error: unknown): Error {
  const smtpError = (error instanceof Error ? error : {}) as SmtpError;
  const { code, responseCode, command } = smtpError;
  const parts = [code, responseCode, command].filter((part) => typeof part === "string" || typeof part === "number");
  const words = `the mail server did not take the email: ${parts.join(" ") || "no reason given"}`;
  return isForGood(smtpError) ? new RefusedForGood(words) : new Error(words);
}

/**
 * Sends by SMTP if `smtpUrl` is set. Otherwise writes `.eml` files in `directory`/outbox, which
 * only their owner can read. Throws if an email cannot be delivered.
 */
export function openMail({ smtpUrl, from, directory, host, timeouts = usualTimeouts }: Options): Mail {
  const compose = ({ messageId, ...email }: Email) => ({ ...email, from, messageId: `<${messageId}@${host}>` });
  if (smtpUrl) {
    const { connect, greet, send } = timeouts;
    const transport = createTransport({
      url: smtpUrl,
      dnsTimeout: connect,
      connectionTimeout: connect,
      greetingTimeout: greet,
    });
    return {
      send: async (email) => {
        const signal = AbortSignal.timeout(send);
        const { rejected } = await transport.sendMail({ ...compose(email), signal }).catch((error: unknown) => {
          throw signal.aborted ? new Error(`the mail server did not take the email within ${send / 1000} s`) : smtpFailure(error);
        });
        // The other recipients have the email: sending it once more would send it to them twice.
        if (rejected.length > 0) throw new RefusedForGood(`the mail server refused ${rejected.length} of the recipients`);
      },
      close: () => transport.close(),
    };
  }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const send = async (email: Email) => {
    const { message } = await transport.sendMail(compose(email));
    const folder = join(directory, "outbox");
    const name = createHash("sha256").update(email.messageId).digest("hex").slice(0, 32);
    const write = () => writeFile(join(folder, `${name}.tmp`), message as Buffer, { mode: 0o600 });
    await write().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await write();
    });
    await rename(join(folder, `${name}.tmp`), join(folder, `${name}.eml`));
  };
  return { send, close: () => transport.close() };
}
