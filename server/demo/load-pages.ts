import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { saveDemoPage } from "../content/content-pages.ts";
import type { Tx } from "../db/tables.ts";

const folder = join(import.meta.dirname, "pages");

type DemoPage = { slug: string; text: string };

/** The demo shop's content pages, a Markdown file each, named by its slug. */
export async function readPages(): Promise<DemoPage[]> {
  const files = (await readdir(folder)).toSorted();
  return await Promise.all(
    files.map(async (file) => ({ slug: file.replace(/\.md$/, ""), text: await readFile(join(folder, file), "utf8") })),
  );
}

/** Writes what `readPages` gave, which reads no files while the database is locked. */
export async function loadPages(tx: Tx, pages: readonly DemoPage[], now: number): Promise<void> {
  for (const page of pages) await saveDemoPage(tx, { ...page, now });
}
