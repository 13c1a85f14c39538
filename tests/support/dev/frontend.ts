import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import handlebars from "handlebars";
import type { DevServer, Problem } from "server-islands/dev";
import { type Frontend, loadFrontend } from "../../../server/frontend.ts";
import type { Asset } from "../../../server/web/assets/asset.ts";
import { loadAssets } from "../../../server/web/assets/static.ts";
import { ViewError } from "../../../server/web/view-error.ts";

type Options = {
  root: string;
  /** the build's folder */
  out: string;
  dev: DevServer;
};

type LiveFrontend = {
  /** The shop's frontend; its parts are replaced in place. */
  frontend: Frontend;
  /** Reads views and build again, unless a view is wrong. */
  reload(): Promise<void>;
  /** Loads the build again, and changes the styles of open pages. */
  reloadStyles(): Promise<void>;
  /** Also serves the static files of the build in folder `out`. */
  addAssets(out: string): void;
};

export async function openLiveFrontend({ root, out, dev }: Options): Promise<LiveFrontend> {
  const load = () => loadFrontend({ production: false, built: out });
  let current = await load();
  let revision = 0;
  const assets = new Map<string, Asset>();
  const islands = { ...current.islands };

  const take = (next: Frontend): void => {
    const { moduleHead } = next.islands;
    Object.assign(islands, next.islands, { moduleHead: (page: never) => `${dev.tags()}\n${moduleHead(page)}` });
    // Files of earlier builds stay, because open pages may still request them. The file with the
    // loader's fixed address, `islands/entry.js`, is left out, since pages that other sites render
    // get it from another build.
    for (const [path, asset] of next.assets) if (path !== "islands/entry.js") assets.set(path, asset);
    current = next;
    revision++;
  };

  async function reload(): Promise<void> {
    const problems = findSyntaxProblems(join(root, "views"));
    dev.report("views", problems);
    if (problems.length > 0) return;
    take(await load());
    dev.changeStyles(islands.css);
    dev.changePages();
  }

  async function reloadStyles(): Promise<void> {
    const next = await load();
    take(next);
    dev.changeStyles(islands.css);
  }

  function addAssets(from: string): void {
    for (const [path, asset] of loadAssets(join(from, "static"))) assets.set(path, asset);
  }

  const templates: Frontend["templates"] = (view) => {
    const template = current.templates(view);
    return (values, options) => {
      try {
        const html = template(values, options);
        dev.report(`view ${view}`, []);
        return html;
      } catch (error) {
        dev.report(`view ${view}`, [problemOf(error)]);
        // A broken layout cannot show its own error, so a bare page does.
        if (view.startsWith("layouts/")) return barePage(dev.tags());
        throw error;
      }
    };
  };

  take(current);
  dev.changeStyles(islands.css);
  const frontend: Frontend = {
    islands,
    templates,
    assets,
    development: { revision: () => revision, answer: dev.answer },
  };
  return { frontend, reload, reloadStyles, addAssets };
}

const barePage = (tags: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Error</title>${tags}</head><body></body></html>`;

/** The problems of each view's text, cached since most texts do not change. */
const parsed = new Map<string, { text: string; problems: Problem[] }>();

/** Every view that Handlebars cannot parse. */
function findSyntaxProblems(directory: string): Problem[] {
  return globSync("**/*.hbs", { cwd: directory }).flatMap((path) => {
    const text = readFileSync(join(directory, path), "utf8");
    const cachedResult = parsed.get(path);
    const problems = cachedResult?.text === text ? cachedResult.problems : parseProblems(path, text);
    parsed.set(path, { text, problems });
    return problems;
  });
}

function parseProblems(path: string, text: string): Problem[] {
  try {
    handlebars.parse(text);
    return [];
  } catch (error) {
    const { message } = error as Error;
    const line = Number(/(?:on line |- )(\d+)/.exec(message)?.[1] ?? 1);
    return [{ kind: "template", text: message, file: `views/${path}`, line }];
  }
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof ViewError)) return { kind: "template", text: String(error) };
  const { view, line, cause } = error;
  const text = cause instanceof Error ? cause.message : String(cause);
  return { kind: /^Island /.test(text) ? "props" : "template", text, file: `views/${view}.hbs`, ...(line && { line }) };
}
