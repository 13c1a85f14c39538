import { readFile } from "node:fs/promises";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { buildSite } from "../../build/build.ts";
import { describeProblem } from "../../build/problems.ts";
import { serveFiles } from "../../render/files.ts";
import { openIslands } from "../../render/open.ts";
import { siteOf } from "../build.ts";
import { addressOf, listen, untilStopped } from "../listen.ts";
import {
  framePage,
  frameStyles,
  galleryPage,
  galleryScript,
  galleryStyles,
  holdScript,
  pictureInstead,
  pressScript,
} from "./pages.ts";
import { type IslandStates, readStates, unmatchedStates } from "./states.ts";

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types islands";

/**
 * Comments of Handlebars, which are removed: the HTML file may be a partial, if it uses no values.
 */
const templateComment = /\{\{!(?:--[\s\S]*?--|[\s\S]*?)\}\}/g;

/** `islands gallery`: builds the site, and serves every island in every state to this machine. */
export async function gallery(args: string[]): Promise<number> {
  const { site, values } = siteOf(args);
  await buildSite({ ...site, embeddedAlone: true, keep: false });
  const states = await readStates(values.tests, site.out);
  const before = values.body ? (await readFile(values.body, "utf8")).replace(templateComment, "") : "";
  const islands = await openIslands(site.out);
  for (const problem of unmatchedStates(Object.keys(islands.manifest.islands), states)) console.error(describeProblem(problem));
  const server = await listen(galleryListener({ out: site.out, islands, found: states, before }), Number(values.port ?? 4100));
  console.log(`Gallery at ${addressOf(server)}`);
  await untilStopped();
  server.closeAllConnections();
  server.close();
  return 0;
}

type GalleryInput = {
  out: string;
  islands: Awaited<ReturnType<typeof openIslands>>;
  found: readonly IslandStates[];
  before: string;
};

const own: Readonly<Record<string, readonly [type: string, text: string]>> = {
  "/gallery.css": ["text/css", galleryStyles],
  "/frame.css": ["text/css", frameStyles],
  "/gallery.js": ["text/javascript", galleryScript],
  "/hold.js": ["text/javascript", holdScript],
  "/press.js": ["text/javascript", pressScript],
};

function galleryListener({ out, islands, found, before }: GalleryInput): RequestListener {
  const files = serveFiles(out);
  const frameOf = (query: URLSearchParams): string | undefined => {
    const [name, state = ""] = [query.get("island"), query.get("state") ?? ""];
    const entry = found.find(({ island }) => island === name);
    if (!entry || !Object.hasOwn(entry.states, state)) return undefined;
    const around = { before, beside: entry.beside, press: entry.presses[state], answers: entry.answers[state] ?? {} };
    return framePage(islands, entry.island, entry.states[state], around);
  };
  return (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? "/", "http://localhost");
    res.setHeader("Content-Security-Policy", policy);
    const page = pathname === "/" ? galleryPage(found) : pathname === "/frame" && frameOf(searchParams);
    const file = own[pathname];
    if (page) send(res, "text/html", page);
    else if (file) send(res, ...file);
    else files(req, res, () => answerCall(req, res, pathname, found));
  };
}

/**
 * Answers a frame's call as the site's own server would; a drawing replaces the site's pictures.
 */
function answerCall(req: IncomingMessage, res: ServerResponse, path: string, states: readonly IslandStates[]): void {
  const { searchParams: frame } = new URL(req.headers.referer ?? "/", "http://localhost");
  const caller = states.find(({ island }) => island === frame.get("island"));
  const answer = caller?.answers[frame.get("state") ?? ""]?.[path];
  if (typeof answer === "string") send(res, "text/html", answer);
  else if (answer !== undefined) send(res, "application/json", JSON.stringify(answer));
  else if (req.headers["sec-fetch-dest"] === "image") send(res, "image/svg+xml", pictureInstead);
  else res.writeHead(404).end();
}

const send = (res: ServerResponse, type: string, text: string) =>
  void res.setHeader("Content-Type", `${type}; charset=utf-8`).end(text);
