import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { mentionOf } from "./mention.ts";

/** The endings of an email's file: the first while the file is written, the second afterwards. */
const endings = [".tmp", ".eml"] as const;

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";

/** The result of `read`; undefined if the file does not exist. */
const ifThere = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/**
 * The paths, without endings, of emails that were written instead of sent; none if the folder does
 * not exist.
 */
async function outboxEmails(directory: string): Promise<string[]> {
  const folder = join(directory, "outbox");
  const names = (await ifThere(readdir(folder))) ?? [];
  const emails = names.flatMap((name) =>
    endings.filter((ending) => name.endsWith(ending)).map((ending) => name.slice(0, -ending.length)),
  );
  return [...new Set(emails)].map((name) => join(folder, name));
}

/**
 * Deletes an email if one of its files `matches`. Another process may finish or delete the email at
 * the same time. The unfinished file is checked first, since it is renamed to the finished file.
 */
async function deleteEmailIf(email: string, matches: (path: string) => Promise<boolean | undefined>): Promise<boolean> {
  for (const ending of endings)
    if (await matches(email + ending)) {
      for (const each of endings) await rm(email + each, { force: true });
      return true;
    }
  return false;
}

/** Deletes emails that were written before `before` (ms). */
export async function deleteOldEmails(directory: string, before: number): Promise<void> {
  const isOld = async (path: string) => {
    const file = await ifThere(stat(path));
    return file && file.mtimeMs < before;
  };
  for (const email of await outboxEmails(directory)) await deleteEmailIf(email, isOld);
}

/** The address in an email's To header, without the recipient's name. */
const recipientOf = (text: string): string | undefined => /^To: (?:.*<)?([^\s<>]+)>?\r?$/im.exec(text)?.[1]?.toLowerCase();

/** Joins the lines that were broken for the mail server. */
const unbroken = (text: string): string => text.replace(/=\r?\n/g, "").replaceAll("=3D", "=");

/**
 * Deletes the emails that are sent to one of these addresses or mention one, in any case. Returns
 * the number of deleted emails.
 */
export async function deleteEmailsOf(directory: string, addresses: readonly string[]): Promise<number> {
  if (addresses.length === 0) return 0;
  const recipients = new Set(addresses.map((address) => address.toLowerCase()));
  const mention = mentionOf(addresses);
  const isOfThem = async (path: string) => {
    const text = await ifThere(readFile(path, "utf8"));
    return text !== undefined && (recipients.has(recipientOf(text) ?? "") || mention.test(unbroken(text)));
  };
  let deleted = 0;
  for (const email of await outboxEmails(directory)) if (await deleteEmailIf(email, isOfThem)) deleted += 1;
  return deleted;
}
