import { readFile } from "node:fs/promises";
import { findPage, listPages, removePage, savePage } from "../content/content-pages.ts";
import { contentPagePath } from "../content/paths.ts";
import { isPageSlug, type PageFile, readPageFile, writePageFile } from "../content/rules/page-file.ts";
import { transact, transactOutcome } from "../db/transaction.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { openFile, reasonOf } from "../transfer/reading/open-file.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { printable } from "./printable.ts";
import { tableOf } from "./table.ts";

const help = `Usage: npm run store -- page [SLUG [FILE.md | --remove]]

Manages the shop's content pages, such as shipping, returns, privacy, terms, contact, about, and accessibility. Each page is at
/storefront/pages/SLUG/ and is linked in the footer and the sitemap. Checkout links to shipping, returns, privacy, terms, and
contact.

  page                  lists the pages
  page SLUG             prints a page as a file that you can edit and write back
  page SLUG FILE.md     writes a page from a Markdown file, replacing an earlier one
  page SLUG --remove    removes a page and the links to it

SLUG is the page's name in its address: lowercase letters, digits, and hyphens between them.

The file begins with its title as a heading (“# Shipping and delivery”) or with front matter:

  ---
  title: Shipping and delivery
  description: One sentence for search engines. If missing, the beginning of the page is used.
  ---

Tables and links are supported. HTML is cleaned as in product descriptions. Pictures, scripts, and styles are removed.
A running shop shows the change right away.

Examples
  npm run store -- page privacy > privacy.md
  npm run store -- page privacy privacy.md

Exit status: 0 done, 1 refused (no such page, or the file cannot be read or is not a page), 2 wrong use.`;

type PageArguments = { slug: string | undefined; path: string | undefined; remove: boolean };

function pageArguments(args: readonly string[]): Outcome<PageArguments> {
  const parsed = readArguments(args, { remove: "flag" });
  if (!parsed.ok) return parsed;
  const [slug, path, ...others] = parsed.value.words;
  const remove = parsed.value.options.remove !== undefined;
  if (others.length > 0) return refuse("invalid", `page takes a slug and a file; unknown: ${others.join(" ")}`);
  if (remove && (slug === undefined || path !== undefined)) return refuse("invalid", "--remove takes a slug and no file");
  if (slug !== undefined && !isPageSlug(slug))
    return refuse("invalid", `${slug} is not a slug: use up to 64 lowercase letters, digits, and hyphens between them`);
  return ok({ slug, path, remove });
}

/**
 * The most bytes of a page's file. The text of a page has at most 200,000 characters, so a larger
 * file is not a page.
 */
const mostBytes = 800_000;

async function readFileAt(path: string): Promise<Outcome<PageFile>> {
  const opened = await openFile(path);
  if (!opened.ok) return opened;
  await opened.value.close();
  try {
    const bytes = await readFile(path);
    if (bytes.length > mostBytes) return refuse("too_large", `${path} is too large for a page`);
    const page = readPageFile(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return page.ok ? page : refuse("invalid", `${path}: ${page.error}`);
  } catch (error) {
    if (error instanceof TypeError) return refuse("invalid", `${path} is not UTF-8 text`);
    return refuse("failed", reasonOf(path, error));
  }
}

async function list({ db, print }: CommandContext): Promise<number> {
  const pages = await listPages(db);
  if (pages.length === 0) print("There are no pages yet. See npm run store -- page --help");
  else {
    const rows = pages.map(({ slug, title, updatedAt }) => [slug, title, new Date(updatedAt).toISOString().slice(0, 10)]);
    print(tableOf([["SLUG", "TITLE", "CHANGED"], ...rows]));
  }
  return 0;
}

async function write(slug: string, path: string, { config, db, now, print, complain }: CommandContext): Promise<number> {
  const file = await readFileAt(path);
  if (!file.ok) {
    complain(printable(file.error));
    return 1;
  }
  const saved = await transactOutcome(db, (tx) => savePage(tx, { slug, file: file.value, now: now() }));
  if (!saved.ok) {
    complain(printable(`${path}: ${saved.error}`));
    return 1;
  }
  print(`“${printable(file.value.title)}” is at ${config.publicUrl ?? ""}${contentPagePath(slug)}`);
  return 0;
}

async function remove(slug: string, { db, print, complain }: CommandContext): Promise<number> {
  const outcome = await transact(db, (tx) => removePage(tx, slug));
  if (outcome.ok) print(`The page ${slug} was removed.`);
  else complain(`There is no page ${slug}.`);
  return outcome.ok ? 0 : 1;
}

async function show(slug: string, { db, print, complain }: CommandContext): Promise<number> {
  const page = await findPage(db, slug);
  if (page) print(writePageFile(page).trimEnd());
  else complain(`There is no page ${slug}.`);
  return page ? 0 : 1;
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const input = pageArguments(args);
  if (!input.ok) {
    context.complain(`${printable(input.error)}\nSee npm run store -- page --help`);
    return 2;
  }
  const { slug, path } = input.value;
  if (slug === undefined) return await list(context);
  if (input.value.remove) return await remove(slug, context);
  return path === undefined ? await show(slug, context) : await write(slug, path, context);
}

export const pageCommand: Command = { summary: "list, show, write, or remove content pages", help, run };
