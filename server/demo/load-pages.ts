import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { saveDemoPage } from "../content/content-pages.ts";
import type { Tx } from "../db/tables.ts";

const folder = join(import.meta.dirname, "pages");

type DemoPage = { slug: string; text: string };

/** The demo shop's content pages. Each is a Markdown file, and the file's name is the slug. */
export async function readPages(): Promise<DemoPage[]> {
  const files = (await readdir(folder)).toSorted();
  return await Promise.all(
    files.map(async (file) => ({ slug: file.replace(/\.md$/, ""), text: await readFile(join(folder, file), "utf8") })),
  );
}

/**
 * Writes the pages that `readPages` has read. Reading is separate from writing, so that no files
 * are read while the database is locked.
 */
export async function loadPages(tx: Tx, pages: readonly DemoPage[], now: number): Promise<void> {
  for (const page of pages) await saveDemoPage(tx, { ...page, now });
}
