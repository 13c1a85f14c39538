import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export type SentEmail = { to: string; subject: string; text: string; link: string };

/** The mails in a shop's outbox as they were sent, without mails that are still being written. */
export async function rawEmailsIn(directory: string): Promise<string[]> {
  const folder = join(directory, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  return await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}

/** The mails in a shop's outbox, decoded; `link` is the path of a mail's first link. */
export async function emailsIn(directory: string): Promise<SentEmail[]> {
  return (await rawEmailsIn(directory)).map((text) => {
    const plain = text
      .replace(/=\r\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    const header = (name: string) => new RegExp(`^${name}: (.*)\r$`, "m").exec(plain)?.[1] ?? "";
    const [, link = ""] = /(?:: )https?:\/\/[^/\s]+(\/\S+)/.exec(plain.split("\r\n\r\n").slice(1).join("\r\n\r\n")) ?? [];
    return { to: header("To"), subject: header("Subject"), text: plain, link };
  });
}
