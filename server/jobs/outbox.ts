import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** The emails that were written instead of sent; none where there is no such folder. */
export async function outboxFiles(directory: string): Promise<string[]> {
  const folder = join(directory, "outbox");
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => /\.(eml|tmp)$/.test(name)).map((name) => join(folder, name));
}

/** Deletes emails that were written before `before` (ms). */
export async function deleteOldEmails(directory: string, before: number): Promise<void> {
  for (const path of await outboxFiles(directory)) if ((await stat(path)).mtimeMs < before) await rm(path, { force: true });
}

/** The address in an email's To header, without a name. */
const recipientOf = (text: string): string | undefined => /^To: (?:.*<)?([^\s<>]+)>?\r?$/im.exec(text)?.[1]?.toLowerCase();

/** Deletes the emails to an address, which may be in any case; returns how many. */
export async function deleteEmailsTo(directory: string, address: string): Promise<number> {
  let deleted = 0;
  for (const path of await outboxFiles(directory)) {
    if (recipientOf(await readFile(path, "utf8")) !== address.toLowerCase()) continue;
    await rm(path, { force: true });
    deleted += 1;
  }
  return deleted;
}
