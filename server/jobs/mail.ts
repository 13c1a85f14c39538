import { createHash } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";

export type Email = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** identifies the email: sent again it has the same file and the same Message-ID */
  messageId: string;
};

export type Mail = { send(email: Email): Promise<void>; close(): void };

type Options = { smtpUrl: string | undefined; from: string; directory: string; host: string };

/**
 * SMTP where `smtpUrl` is set; else `.eml` files in `directory`/outbox, readable by their owner
 * alone. Throws when an email could not be delivered.
 */
export function openMail({ smtpUrl, from, directory, host }: Options): Mail {
  const compose = ({ messageId, ...email }: Email) => ({ ...email, from, messageId: `<${messageId}@${host}>` });
  if (smtpUrl) {
    const transport = createTransport(smtpUrl);
    return {
      send: async (email) => {
        await transport.sendMail(compose(email));
      },
      close: () => transport.close(),
    };
  }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const send = async (email: Email) => {
    const { message } = await transport.sendMail(compose(email));
    const folder = join(directory, "outbox");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = createHash("sha256").update(email.messageId).digest("hex").slice(0, 32);
    await writeFile(join(folder, `${name}.tmp`), message as Buffer, { mode: 0o600 });
    await rename(join(folder, `${name}.tmp`), join(folder, `${name}.eml`));
  };
  return { send, close: () => transport.close() };
}
