import { globSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { type Problem, shownPath } from "../../build/problems.ts";
import { escapeHtml } from "../../render/escape.ts";
import { lintText } from "../lint/lint.ts";

const pagesOf = (folder: string): string[] => globSync("**/*.html", { cwd: folder }).sort();

/** The HTML file of an address: `/about`, `/about/` and `/about.html` are the same page. */
function pageAt(folder: string, pathname: string): string | undefined {
  const name = pathname.slice(1).replace(/\/$/, "");
  const names = name === "" ? ["index.html"] : [name, `${name}.html`, `${name}/index.html`];
  const pages = pagesOf(folder).map((path) => path.replaceAll("\\", "/"));
  return names.find((one) => pages.includes(one));
}

/**
 * Inserts the tags before everything else that the page loads, so that their scripts miss nothing.
 */
function withTags(html: string, tags: string): string {
  const opening = /<head\b[^>]*>/i.exec(html) ?? /<html\b[^>]*>/i.exec(html) ?? /<!doctype[^>]*>/i.exec(html);
  const at = opening ? opening.index + opening[0].length : 0;
  return html.slice(0, at) + tags + html.slice(at);
}

/**
 * Sends a page with the tags in its head; if the page does not exist, sends a list of the existing
 * pages.
 */
export function sendPage(folder: string, req: IncomingMessage, res: ServerResponse, tags: string): void {
  const path = pageAt(folder, new URL(req.url ?? "/", "http://localhost").pathname);
  res.setHeader("Content-Type", "text/html; charset=utf-8").setHeader("Cache-Control", "no-store");
  if (path !== undefined) return void res.end(withTags(readFileSync(join(folder, path), "utf8"), tags));
  const links = pagesOf(folder).map((name) => `<li><a href="/${escapeHtml(encodeURI(name))}">${escapeHtml(name)}</a></li>`);
  const list = links.length > 0 ? `<ul>${links.join("")}</ul>` : `<p>${escapeHtml(shownPath(folder))} has no .html file.</p>`;
  res.writeHead(404).end(`<!doctype html><html lang="en"><head><title>Pages</title>${tags}</head><body>${list}</body></html>`);
}

/** The problems that `islands lint` finds in the pages by the last build's schemas. */
export function lintPages(folder: string, out: string): Problem[] {
  const schemas = JSON.parse(readFileSync(join(out, "islands.schema.json"), "utf8"));
  return pagesOf(folder).flatMap((name) => {
    const path = join(folder, name);
    return lintText(readFileSync(path, "utf8"), shownPath(path), schemas);
  });
}
