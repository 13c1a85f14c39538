import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { commonOptions, runtime } from "../build/options.ts";
import { describeProblem, type Problem } from "../build/problems.ts";
import { readReport } from "./report.ts";
import { type DevState, devPath } from "./state.ts";

/** Answers the requests of pages in development, and tells them of changes and problems. */
export type DevServer = {
  /** Answers the requests of pages in development; false for every other request. */
  answer(req: IncomingMessage, res: ServerResponse): boolean;
  /** Tags for the head of each page, before the loader. */
  tags(): string;
  /**
   * Reports problems in the terminal and over each page. They replace earlier problems of the same
   * source.
   */
  report(source: string, problems: readonly Problem[]): void;
  /** Reloads open pages, since their sources have changed. */
  changePages(): void;
  /** Replaces the stylesheet of open pages. */
  changeStyles(css: string): void;
  /** Ends all connections, which would otherwise keep a server open. */
  close(): void;
};

/** `css` is the stylesheet's address; `print` prints problems, by default in the terminal. */
export type DevServerOptions = { css: string; print?: (line: string) => void };

/** Opens a server for development only, since it shows sources. */
export async function openDevServer({ css, print = console.error }: DevServerOptions): Promise<DevServer> {
  const files: Record<string, { type: string; text: string }> = {
    "page.js": { type: "text/javascript; charset=utf-8", text: await bundlePageScript() },
    "overlay.css": { type: "text/css; charset=utf-8", text: readFileSync(join(import.meta.dirname, "overlay.css"), "utf8") },
  };
  const run = `${process.pid}-${Date.now().toString(36)}`;
  const open = new Set<ServerResponse>();
  const bySource = new Map<string, readonly Problem[]>();
  const printed = new Set<string>();
  let state: DevState = { page: `${run}-0`, css, problems: [] };
  let changes = 0;

  const send = (res: ServerResponse) => res.write(`data: ${JSON.stringify(state)}\n\n`);

  function update(changed: Partial<DevState>): void {
    state = { ...state, ...changed };
    for (const res of open) send(res);
  }

  function printNew(problems: readonly Problem[]): void {
    for (const line of problems.map(describeProblem)) {
      if (!printed.has(line)) print(line);
      printed.add(line);
    }
  }

  function report(source: string, problems: readonly Problem[]): void {
    if (problems.length === 0 && !bySource.has(source)) return;
    const before = (bySource.get(source) ?? []).map(describeProblem);
    for (const line of before) if (!problems.some((one) => describeProblem(one) === line)) printed.delete(line);
    bySource.delete(source);
    if (problems.length > 0) bySource.set(source, problems);
    printNew(problems);
    update({ problems: [...bySource.values()].flat() });
  }

  function openEvents(res: ServerResponse): void {
    res.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    // ms that a page waits before it connects again, while the server restarts.
    res.write("retry: 200\n");
    send(res);
    open.add(res);
    res.on("close", () => open.delete(res));
  }

  function answer(req: IncomingMessage, res: ServerResponse): boolean {
    const [path = ""] = (req.url ?? "").split("?");
    if (!path.startsWith(devPath)) return false;
    const name = path.slice(devPath.length);
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    if (name === "report" && req.method === "POST") void readReport(req, res).then(printNew);
    else if (req.method !== "GET") res.writeHead(405).end();
    else if (name === "events") openEvents(res);
    else if (file) res.writeHead(200, { "Content-Type": file.type, "Cache-Control": "no-store" }).end(file.text);
    else res.writeHead(404).end();
    return true;
  }

  return {
    answer,
    report,
    tags: () => `<script src="${devPath}page.js" data-page="${state.page}" data-css="${state.css}"></script>`,
    changePages: () => update({ page: `${run}-${++changes}` }),
    changeStyles: (address) => update({ css: address }),
    close: () => {
      for (const res of open) res.end();
    },
  };
}

async function bundlePageScript(): Promise<string> {
  const { outputFiles } = await esbuild.build({
    ...commonOptions(true),
    sourcemap: false,
    format: "iife",
    entryPoints: [runtime("dev/page.ts")],
    outdir: "/",
  });
  return outputFiles[0]?.text ?? "";
}
