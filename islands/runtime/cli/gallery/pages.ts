import { escapeHtml } from "../../render/escape.ts";
import type { openIslands } from "../../render/open.ts";
import type { IslandStates } from "./states.ts";

type Islands = Awaited<ReturnType<typeof openIslands>>;

const schemes = ["light", "dark"] as const;

/** All islands in all states, each in its own frame, so that no island changes another. */
export function galleryPage(states: readonly IslandStates[]): string {
  const links = states.map(({ island }) => `<li><a href="#${escapeHtml(island)}">${escapeHtml(island)}</a></li>`);
  const sections = states.map(
    ({ island, states, presses }) =>
      `<section id="${escapeHtml(island)}"><h2>${escapeHtml(island)}</h2>${Object.keys(states)
        .map((state) => `<h3>${escapeHtml(state)}</h3><div class="pair">${framesOf(island, state, state in presses)}</div>`)
        .join("")}</section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Islands</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/gallery.css"><script src="/gallery.js" defer></script></head>
<body><h1>Islands</h1><ul>${links.join("")}</ul>${sections.join("")}</body></html>`;
}

/** The frames of a state. A popup or dialog covers its page, so it does not make a frame higher. */
function framesOf(island: string, state: string, isOpened: boolean): string {
  const query = new URLSearchParams({ island, state });
  return schemes
    .map((scheme) => {
      const title = escapeHtml(`${island}, ${state}, ${scheme}`);
      return `<iframe class="${scheme}${isOpened ? " opened" : ""}" title="${title}" src="/frame?${escapeHtml(query.toString())}"></iframe>`;
    })
    .join("");
}

/** Marks the island's place in `beside`; without this comment the island comes first. */
const place = "<!--island-->";

/**
 * `before` is HTML on every page of the site, `beside` is HTML on the island's pages, `press` is
 * the selector of the element to press, and `answers` are the server's answers.
 */
type Around = { before: string; beside: string; press: string | undefined; answers: Readonly<Record<string, unknown>> };

/**
 * A page with one island in one state and the site's stylesheet. The page reports props that the
 * island's schema refuses. `around` is the HTML around the island.
 */
export function framePage(islands: Islands, island: string, props: unknown, around: Around): string {
  const page = islands.openPage();
  const content = renderOrTell(() => islands.render(island, props, { on: "load" }, page));
  const { css } = islands.manifest;
  const placed = around.beside.includes(place) ? around.beside.replace(place, () => content) : content + around.beside;
  const pressing = around.press ? `<script type="module" src="/press.js" data-press="${escapeHtml(around.press)}"></script>` : "";
  const heldPaths = Object.keys(around.answers).filter((path) => around.answers[path] === null);
  const holding = heldPaths.length > 0 ? `<script src="/hold.js" data-paths="${escapeHtml(heldPaths.join(" "))}"></script>` : "";
  const sheet = css ? `<link rel="stylesheet" href="${escapeHtml(css)}">` : "";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(island)}</title>
<meta name="color-scheme" content="light dark">${holding}${sheet}<link rel="stylesheet" href="/frame.css">${islands.moduleHead(page)}</head>
<body>${around.before}${placed}${pressing}</body></html>`;
}

function renderOrTell(render: () => string): string {
  try {
    return render();
  } catch (error) {
    return `<p role="alert">${escapeHtml((error as Error).message)}</p>`;
  }
}

/** A frame uses the color scheme of its `iframe` element. */
export const galleryStyles = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { margin: 0 auto; max-width: 80rem; padding: 1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
iframe { border: 1px solid; width: 100%; box-sizing: border-box; }
.opened { height: 40rem; }
.light { color-scheme: light; background: #fff; }
.dark { color-scheme: dark; background: #111; }
`;

/** Space around the island. */
export const frameStyles = "body { padding: 1rem; }";

/**
 * Makes each frame as tall as the content of its page. It measures the elements in the body, since
 * the body itself may be as tall as the frame.
 */
export const galleryScript = `for (const frame of document.querySelectorAll("iframe")) {
  const watch = () => {
    const shown = [...frame.contentDocument.body.children];
    const fit = () => {
      const bottoms = shown.map((element) => element.getBoundingClientRect().bottom);
      frame.height = Math.min(Math.ceil(Math.max(0, ...bottoms)) + 32, 1200);
    };
    const observer = new ResizeObserver(fit);
    for (const element of shown) observer.observe(element);
    fit();
  };
  frame.addEventListener("load", watch);
  if (frame.contentDocument?.readyState === "complete") watch();
}
`;

/** Presses as soon as every island of the frame is alive and has run its effects. */
export const pressScript = `const { press } = document.querySelector("[data-press]").dataset;
const waiting = "[data-island]:not([data-island-alive])";
while (document.querySelector(waiting)) await new Promise(requestAnimationFrame);
await new Promise((resolve) => setTimeout(resolve, 100));
const target = document.querySelector(press);
target.focus();
target.click();
`;

/** Sends no calls whose answer never comes: a browser has only a few connections for all frames. */
export const holdScript = `const paths = document.currentScript.dataset.paths.split(" ");
const send = window.fetch;
window.fetch = (input, options) =>
  paths.includes(new URL(input, location.href).pathname) ? new Promise(() => {}) : send(input, options);
`;

/** Replaces a picture of the site that the gallery lacks. */
export const pictureInstead = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" width="400" height="400"><path fill="#8a9a86" d="M0 0h4v4H0z"/><path fill="#5f7359" d="M0 4l1.5-2 1 1 .7-.8.8 1.8z"/></svg>`;
