import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** An email's file while it is written, and once it is whole. */
const endings = [".tmp", ".eml"] as const;

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";

/** `read`'s answer; undefined where the file is not there. */
const ifThere = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** The emails that were written instead of sent, without their endings; none where there is no such folder. */
async function outboxEmails(directory: string): Promise<string[]> {
  const folder = join(directory, "outbox");
  const names = (await ifThere(readdir(folder))) ?? [];
  const emails = names.flatMap((name) =>
    endings.filter((ending) => name.endsWith(ending)).map((ending) => name.slice(0, -ending.length)),
  );
  return [...new Set(emails)].map((name) => join(folder, name));
}

/**
 * Deletes an email of which one file `matches`. Another process may finish or delete it meanwhile:
 * the file that is being written is looked at first, as it becomes the other.
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

/** The address in an email's To header, without a name. */
const recipientOf = (text: string): string | undefined => /^To: (?:.*<)?([^\s<>]+)>?\r?$/im.exec(text)?.[1]?.toLowerCase();

/** Deletes the emails to an address, which may be in any case; returns how many. */
export async function deleteEmailsTo(directory: string, address: string): Promise<number> {
  const isToAddress = async (path: string) => {
    const text = await ifThere(readFile(path, "utf8"));
    return text !== undefined && recipientOf(text) === address.toLowerCase();
  };
  let deleted = 0;
  for (const email of await outboxEmails(directory)) if (await deleteEmailIf(email, isToAddress)) deleted += 1;
  return deleted;
}
