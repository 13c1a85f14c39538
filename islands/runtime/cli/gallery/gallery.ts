import { readFile } from "node:fs/promises";
import type { RequestListener, ServerResponse } from "node:http";
import { buildSite } from "../../build/build.ts";
import { describeProblem } from "../../build/problems.ts";
import { serveFiles } from "../../render/files.ts";
import { openIslands } from "../../render/open.ts";
import { siteOf } from "../build.ts";
import { addressOf, listen, untilStopped } from "../listen.ts";
import { framePage, galleryPage, galleryScript, galleryStyles } from "./pages.ts";
import { type IslandStates, readStates, unmatchedStates } from "./states.ts";

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types islands";

/** The HTML may be a Handlebars partial without values. */
const templateComment = /\{\{!(?:--[\s\S]*?--|[\s\S]*?)\}\}/g;

/** `islands gallery`: builds, and serves every island in every state to this machine. */
export async function gallery(args: string[]): Promise<number> {
  const { site, values } = siteOf(args);
  await buildSite(site);
  const found = await readStates(values.tests, site.out);
  const before = values.body ? (await readFile(values.body, "utf8")).replace(templateComment, "") : "";
  const islands = await openIslands(site.out);
  for (const problem of unmatchedStates(Object.keys(islands.manifest.islands), found)) console.error(describeProblem(problem));
  const server = await listen(galleryListener({ out: site.out, islands, found, before }), Number(values.port ?? 4100));
  console.log(`Gallery at ${addressOf(server)}`);
  await untilStopped();
  server.closeAllConnections();
  server.close();
  return 0;
}

type Shown = {
  out: string;
  islands: Awaited<ReturnType<typeof openIslands>>;
  found: readonly IslandStates[];
  before: string;
};

function galleryListener({ out, islands, found, before }: Shown): RequestListener {
  const files = serveFiles(out);
  const find = (name: string | null) => found.find(({ island }) => island === name);
  return (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? "/", "http://localhost");
    const [island, state] = [searchParams.get("island"), searchParams.get("state")];
    const { states = {}, beside = "" } = find(island) ?? {};
    res.setHeader("Content-Security-Policy", policy);
    if (pathname === "/") send(res, "text/html", galleryPage(found));
    else if (pathname === "/gallery.css") send(res, "text/css", galleryStyles);
    else if (pathname === "/gallery.js") send(res, "text/javascript", galleryScript);
    else if (pathname === "/frame" && island && state !== null && Object.hasOwn(states, state))
      send(res, "text/html", framePage(islands, island, states[state], { before, beside }));
    else files(req, res);
  };
}

const send = (res: ServerResponse, type: string, text: string) =>
  void res.setHeader("Content-Type", `${type}; charset=utf-8`).end(text);
