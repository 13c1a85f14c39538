import { existsSync, readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { dirname, join, relative, resolve } from "node:path";
import type { Manifest } from "../../build/build.ts";
import { shownPath } from "../../build/problems.ts";
import type { SiteOptions } from "../../build/site-options.ts";
import { openDevBuild } from "../../dev/build.ts";
import { openDevServer } from "../../dev/server.ts";
import { watchFolders } from "../../dev/watch.ts";
import { escapeHtml } from "../../render/escape.ts";
import { serveFiles } from "../../render/files.ts";
import { siteOf } from "../build.ts";
import { addressOf, listen, untilStopped } from "../listen.ts";
import { UsageError } from "../usage.ts";
import { lintPages, sendPage } from "./pages.ts";

/**
 * `islands dev`: serves a folder of HTML files to this machine. Open pages show each change of an
 * island, a stylesheet or a page, or its problems.
 */
export async function dev(args: string[]): Promise<number> {
  const { site, values } = siteOf(args);
  const pages = resolve(values.pages);
  const folders = foldersOf(site, pages);
  const build = openDevBuild(site);
  const development = await openDevServer({ css: "" });

  const lint = () => {
    if (existsSync(join(site.out, "islands.schema.json"))) development.report("pages", lintPages(pages, site.out));
  };
  const rebuild = async () => {
    const { built, problems } = await build.build();
    development.report("build", problems);
    if (built) development.report("styles", []);
    return built !== undefined;
  };
  const restyle = async () => {
    const { built, problems } = await build.buildStyles();
    development.report("styles", problems);
    if (built !== undefined) development.changeStyles(built);
  };

  await rebuild();
  development.changeStyles(stylesheetOf(site));
  lint();
  const watcher = watchFolders(folders, async (paths) => {
    const kinds = kindsOf(paths, site, pages);
    if (kinds.islands && !(await rebuild())) return;
    lint();
    if (kinds.islands || kinds.pages) development.changePages();
    else if (kinds.styles) await restyle();
  });
  try {
    const server = await listen(listenerOf(site, pages, development), Number(values.port ?? 4200));
    console.log(`Pages at ${addressOf(server)}`);
    await untilStopped();
    server.closeAllConnections();
    server.close();
  } finally {
    watcher.close();
    development.close();
    await build.close();
  }
  return 0;
}

/**
 * The watched folders. Throws if the command's own output is in one of them, since it would start
 * builds again and again.
 */
function foldersOf({ islandsDir, staticDir, stylesheet, out }: SiteOptions, pages: string): string[] {
  const folders = [
    ...new Set([islandsDir, pages, staticDir, stylesheet && dirname(stylesheet)].filter((one) => one !== undefined)),
  ];
  for (const folder of folders) {
    if (!existsSync(folder)) throw new UsageError(`There is no folder ${shownPath(folder)}`);
    if (isBelow(out, folder))
      throw new UsageError(`--out must be outside of ${shownPath(folder) || "the current folder"}: changes in it start builds`);
  }
  return folders.filter((folder) => !folders.some((other) => other !== folder && isBelow(folder, other)));
}

const isBelow = (path: string, folder: string): boolean => !/^\.\.($|[/\\])/.test(relative(folder, path));

function kindsOf(paths: ReadonlySet<string>, { islandsDir, staticDir }: SiteOptions, pages: string) {
  const changed = [...paths];
  const isStyle = (path: string) => path.endsWith(".css");
  const isBuilt = (path: string) => isBelow(path, islandsDir) || (staticDir !== undefined && isBelow(path, staticDir));
  return {
    islands: changed.some((path) => isBuilt(path) && !isStyle(path)),
    pages: changed.some((path) => isBelow(path, pages)),
    styles: changed.some(isStyle),
  };
}

/** The address of the last build's stylesheet; empty if there is none. */
function stylesheetOf({ out }: SiteOptions): string {
  const path = join(out, "manifest.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Manifest).css : "";
}

function listenerOf(site: SiteOptions, pages: string, development: Awaited<ReturnType<typeof openDevServer>>): RequestListener {
  const built = serveFiles(site.out);
  const files = serveFiles(pages, { prefix: "/" });
  return (req, res) => {
    if (development.answer(req, res)) return;
    const css = stylesheetOf(site);
    const sheet = css && `<link rel="stylesheet" href="${escapeHtml(css)}">`;
    const page = () => sendPage(pages, req, res, `${sheet}${development.tags()}`);
    // Pages get the tags. A hidden file is not served: the request is answered like that for a
    // missing page.
    if (/\.html$|\/\./.test(new URL(req.url ?? "/", "http://localhost").pathname)) return page();
    built(req, res, () => files(req, res, page));
  };
}
