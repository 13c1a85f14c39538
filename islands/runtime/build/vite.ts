import { cpSync, existsSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import { openDevBuild } from "../dev/build.ts";
import { gatherChanges } from "../dev/watch.ts";
import { serveFiles } from "../render/files.ts";
import { buildSite, type Manifest } from "./build.ts";
import { copyAside, isWithin } from "./out-folder.ts";
import { type PluginOptions, sourceFiles } from "./plugins.ts";
import { describeProblem, type Problem, shownPath } from "./problems.ts";
import { problemsOf } from "./problems-of.ts";
import { resolvePaths } from "./resolve-site.ts";
import type { SiteOptions } from "./site-options.ts";

// The parts of Vite's interface that are used here, so that Vite itself is not needed.

type ViteConfig = {
  command: "build" | "serve";
  root: string;
  base: string;
  cacheDir: string;
  build: { outDir: string; ssr: boolean | string };
};

type Listener = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

type ViteServer = {
  config: { mode: string; logger: { warn(text: string): void; error(text: string): void } };
  middlewares: { use(listener: Listener): unknown };
  watcher: { add(path: string): unknown; on(event: "all", listener: (event: string, path: string) => void): unknown };
  ws: { send(message: ViteMessage): void };
};

type ViteError = { message: string; stack: string; plugin: string; loc?: { file: string; line: number; column: number } };
type ViteMessage = { type: "full-reload" } | { type: "error"; err: ViteError };

type Tag = { tag: string; attrs: Record<string, string | boolean>; injectTo: "head" };
type Page = { path: string };

type VitePlugin = {
  name: string;
  configResolved?(config: ViteConfig): void;
  configureServer?(server: ViteServer): Promise<void>;
  transformIndexHtml: { order: "pre" | "post"; handler(html: string, page: Page): string | Tag[] };
  buildStart?(this: { addWatchFile(path: string): void }): void;
  generateBundle?(this: { warn(text: string): void; error(text: string): never }): Promise<void>;
  writeBundle?(output: { dir?: string | undefined }): void;
  closeBundle?(): Promise<void>;
};

const name = "server-islands";

/** A page's own tag of the loader, which Vite would take for a script to bundle. */
const loaderTag = /<script\b[^>]*\bsrc=["']\/(?!\/)[^"']*static\/islands\/entry\.js["'][^>]*>\s*<\/script>/gi;

/** The address of Vite's output folder as a page names it. */
function addressOf(base: string, { path }: Page): string {
  if (base !== "" && base !== "./") return base;
  const up = "../".repeat(path.split("/").length - 2);
  return up === "" ? "./" : up;
}

/** The tags of the loader and of the site's stylesheet. */
function tagsOf({ out }: SiteOptions, address: string): Tag[] {
  const manifest = join(out, "manifest.json");
  const css = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, "utf8")) as Manifest).css : "";
  const loader = { type: "module", async: true, src: `${address}static/islands/entry.js` };
  return [
    ...(css ? [{ tag: "link", attrs: { rel: "stylesheet", href: address + css.slice(1) }, injectTo: "head" as const }] : []),
    { tag: "script", attrs: loader, injectTo: "head" },
  ];
}

/** Problems as Vite shows them over open pages. */
function errorOf(problems: readonly Problem[]): ViteError {
  const message = problems.map(describeProblem).join("\n\n");
  const { file, line = 1 } = problems[0] ?? {};
  return { message, stack: "", plugin: name, ...(file !== undefined && { loc: { file: resolve(file), line, column: 0 } }) };
}

/** ms for which, at most, Vite's watcher ignores further changes of a file after one. */
const unreportedMs = 60;

const changedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

/** Serves the islands of `vite dev`. Open pages show each change, or what is wrong. */
async function serveIslands(server: ViteServer, site: SiteOptions, base: string): Promise<() => Promise<void>> {
  const { logger } = server.config;
  const build = openDevBuild(site);
  const warned = new Set<string>();
  let served = "";
  let isBroken = false;

  async function rebuild(): Promise<void> {
    const { built, problems } = await build.build();
    if (!built) {
      isBroken = true;
      logger.error(problems.map(describeProblem).join("\n"));
      return server.ws.send({ type: "error", err: errorOf(problems) });
    }
    for (const text of problems.map(describeProblem)) {
      if (!warned.has(text)) logger.warn(text);
      warned.add(text);
    }
    const latest = JSON.stringify([built.build, tagsOf(site, base)]);
    if (isBroken || (served && served !== latest)) server.ws.send({ type: "full-reload" });
    served = latest;
    isBroken = false;
  }

  await rebuild();
  // Islands may import any file of the project; only a changed build loads pages again.
  const changes = gatherChanges(rebuild);
  server.watcher.add(site.islandsDir);
  const add = (path: string) => {
    const seen = changedAt(path);
    changes.add(path);
    setTimeout(() => changedAt(path) !== seen && add(path), unreportedMs).unref();
  };
  server.watcher.on("all", (_event, path) => add(path));
  const files = serveFiles(site.out);
  server.middlewares.use((req, res, next) => {
    const { url = "" } = req;
    if (!url.startsWith(`${base}static/`)) return next();
    req.url = url.slice(base.length - 1);
    files(req, res, () => {
      req.url = url;
      next();
    });
  });
  return async () => {
    changes.close();
    await build.close();
  };
}

/**
 * Puts the islands into a Vite project, with the loader's tag in its pages. `vite dev` serves them
 * from `islands` in Vite's cache folder. `vite build` builds them into `out` and copies their files
 * for browsers into Vite's output folder. Relative paths begin at Vite's root.
 */
export function viteIslands(options: PluginOptions): VitePlugin[] {
  let config: ViteConfig;
  let site: SiteOptions;
  let putBack = () => {};
  let isBuilt = false;
  let close = async () => {};
  const isServing = () => config.command === "serve";
  const putBackOnce = () => {
    putBack();
    putBack = () => {};
  };

  const islands: VitePlugin = {
    name,
    configResolved(resolved) {
      config = resolved;
      site = resolvePaths({ dev: isServing(), ...options }, config.root);
      if (isServing()) site = { ...site, out: join(config.cacheDir, "islands") };
      else if (site.out === resolve(config.root, config.build.outDir))
        throw new Error(`${shownPath(site.out)} is Vite's own output folder: give viteIslands another folder as its option out`);
    },
    async configureServer(server) {
      // Vitest starts Vite too, and has no pages.
      if (server.config.mode !== "test") close = await serveIslands(server, site, config.base);
    },
    transformIndexHtml: {
      order: "post",
      handler: (_html, page) => tagsOf(site, addressOf(config.base, page)),
    },
    buildStart() {
      isBuilt = isServing() || Boolean(config.build.ssr);
      if (isBuilt) return;
      for (const path of sourceFiles(site)) this.addWatchFile(path);
      // Vite empties its output folder after this; the islands and their earlier builds may be in
      // it.
      if (isWithin(site.out, resolve(config.root, config.build.outDir))) putBack = copyAside(site.out);
    },
    async generateBundle() {
      if (isBuilt) return;
      isBuilt = true;
      putBackOnce();
      try {
        const { problems } = await buildSite(site);
        for (const problem of problems) this.warn(describeProblem(problem));
      } catch (error) {
        this.error(problemsOf(error).map(describeProblem).join("\n"));
      }
    },
    writeBundle({ dir }) {
      if (dir !== undefined && !config.build.ssr) cpSync(join(site.out, "static"), join(dir, "static"), { recursive: true });
    },
    async closeBundle() {
      putBackOnce();
      await close();
    },
  };
  const ownTag: VitePlugin = {
    name: `${name}:tag`,
    transformIndexHtml: { order: "pre", handler: (html) => html.replace(loaderTag, "") },
  };
  return [islands, ownTag];
}
