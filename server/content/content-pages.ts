import { reading } from "../db/changes/tracking.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { firstWords, renderMarkdown } from "../markdown.ts";
import { invalidFields, notFound, type Outcome, ok } from "../outcome.ts";
import { contentPagePath } from "./paths.ts";
import { deletePageRow, findPageHeads, findPageRow, lockPageRow, putPageRow, renamePageRow } from "./queries/pages.ts";
import { recordMove } from "./redirects.ts";
import { fittingPage, isPageSlug, type PageFile, type PageText, readPageFile } from "./rules/page-file.ts";
import { inFooterOrder } from "./rules/page-order.ts";
import { contentSubject } from "./subjects.ts";

export type PageHead = { slug: string; title: string; updatedAt: number };
export type ContentPage = PageText & PageHead;

const toPage = ({ updated_at: updatedAt, demo: _, ...row }: Row<"content_page">): ContentPage => ({ ...row, updatedAt });

/** The page with this slug. */
export async function findPage(reader: Db | Tx, slug: string): Promise<ContentPage | undefined> {
  const row = await reading([contentSubject(slug)], () => findPageRow(reader, slug));
  return row && toPage(row);
}

/** All pages, in the order of the footer's links. */
export async function listPages(reader: Db | Tx): Promise<PageHead[]> {
  const rows = await findPageHeads(reader);
  return inFooterOrder(rows.map(({ updated_at: updatedAt, ...head }) => ({ ...head, updatedAt })));
}

/** A page; locks its row until the transaction ends. */
export async function lockPage(tx: Tx, slug: string): Promise<ContentPage | undefined> {
  const row = await lockPageRow(tx, slug);
  return row && toPage(row);
}

type NewPage = { slug: string; file: PageFile; now: number };

/**
 * Writes a page or replaces the page with its slug. A missing description becomes the first words
 * of the text. Refuses text that is nested too deep.
 */
export const savePage = (tx: Tx, { slug, file, now }: NewPage): Promise<Outcome<object>> =>
  putPage(tx, { slug, file, now, demo: 0 });

/** Writes a page's title, description and text from a file. Refuses an invalid file. */
export async function savePageText(
  tx: Tx,
  { slug, text, now }: { slug: string; text: PageText; now: number },
): Promise<Outcome<object>> {
  const file = fittingPage({ ...text, description: text.description || undefined });
  return file.ok ? await savePage(tx, { slug, file: file.value, now }) : file;
}

/**
 * Moves a page to another address and redirects the earlier address. Refuses an address that
 * another page has.
 */
export async function movePage(tx: Tx, { slug, to, now }: { slug: string; to: string; now: number }): Promise<Outcome<object>> {
  if (!isPageSlug(to)) return invalidFields([{ field: "slug", message: slugWords }]);
  if (await findPageRow(tx, to)) return invalidFields([{ field: "slug", message: "Another page has this address." }]);
  if (!(await renamePageRow(tx, slug, to, now))) return notFound;
  const moved = await recordMove(tx, contentPagePath(slug), contentPagePath(to), now);
  return moved.ok ? ok({}) : moved;
}

export const slugWords = "An address has small letters, digits, and single hyphens: size-guide.";

/** Writes a page that is marked as a demo page; throws if its text is not a valid page. */
export async function saveDemoPage(tx: Tx, { slug, text, now }: { slug: string; text: string; now: number }): Promise<void> {
  const file = readPageFile(text);
  if (!file.ok) throw new Error(`the demo's page ${slug}: ${file.error}`);
  const saved = await putPage(tx, { slug, file: file.value, now, demo: 1 });
  if (!saved.ok) throw new Error(`the demo's page ${slug}: ${saved.error}`);
}

async function putPage(tx: Tx, { slug, file, now, demo }: NewPage & { demo: 0 | 1 }): Promise<Outcome<object>> {
  const { title, markdown } = file;
  const html = renderMarkdown(markdown);
  if (!html.ok) return html;
  const description = file.description || firstWords(html.value);
  await putPageRow(tx, { slug, title, description, markdown, demo, updated_at: now });
  return ok({});
}

/** Deletes a page and the links to the page. */
export const removePage = async (tx: Tx, slug: string): Promise<Outcome<void>> =>
  (await deletePageRow(tx, slug)) ? ok(undefined) : notFound;
