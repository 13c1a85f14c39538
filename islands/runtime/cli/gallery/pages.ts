import { escapeHtml } from "../../render/escape.ts";
import type { openIslands } from "../../render/open.ts";
import type { IslandStates } from "./states.ts";

type Opened = Awaited<ReturnType<typeof openIslands>>;

const schemes = ["light", "dark"] as const;

/** All islands in all states: each in a frame of its own, so that none changes another. */
export function galleryPage(found: readonly IslandStates[]): string {
  const links = found.map(({ island }) => `<li><a href="#${escapeHtml(island)}">${escapeHtml(island)}</a></li>`);
  const sections = found.map(
    ({ island, states }) =>
      `<section id="${escapeHtml(island)}"><h2>${escapeHtml(island)}</h2>${Object.keys(states)
        .map((state) => `<h3>${escapeHtml(state)}</h3><div class="pair">${framesOf(island, state)}</div>`)
        .join("")}</section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Islands</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/gallery.css"><script src="/gallery.js" defer></script></head>
<body><h1>Islands</h1><ul>${links.join("")}</ul>${sections.join("")}</body></html>`;
}

function framesOf(island: string, state: string): string {
  const query = new URLSearchParams({ island, state });
  return schemes
    .map((scheme) => {
      const title = escapeHtml(`${island}, ${state}, ${scheme}`);
      return `<iframe class="${scheme}" title="${title}" src="/frame?${escapeHtml(query.toString())}"></iframe>`;
    })
    .join("");
}

/** `before` is on every page of the site, `beside` on those of the island. */
type Around = { before: string; beside: string };

/** One island in one state, in a page with the site's stylesheet; what its schema refuses is told there.
 * `around` is HTML of its page. */
export function framePage(islands: Opened, island: string, props: unknown, around: Around): string {
  const page = islands.openPage();
  const content = renderOrTell(() => islands.render(island, props, { on: "load" }, page));
  const { css } = islands.manifest;
  const sheet = css ? `<link rel="stylesheet" href="${escapeHtml(css)}">` : "";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(island)}</title>
<meta name="color-scheme" content="light dark">${sheet}${islands.moduleHead(page)}</head>
<body>${around.before}${content}${around.beside}</body></html>`;
}

function renderOrTell(render: () => string): string {
  try {
    return render();
  } catch (error) {
    return `<p role="alert">${escapeHtml((error as Error).message)}</p>`;
  }
}

/** A frame takes the preferred scheme of its element. */
export const galleryStyles = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { margin: 0 auto; max-width: 80rem; padding: 1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
iframe { border: 1px solid; width: 100%; box-sizing: border-box; }
.light { color-scheme: light; background: #fff; }
.dark { color-scheme: dark; background: #111; }
`;

/** Frames as tall as the islands that they show: their pages may be as tall as the frame. */
export const galleryScript = `for (const frame of document.querySelectorAll("iframe")) {
  const watch = () => {
    const shown = frame.contentDocument.querySelector("[data-island], [role=alert]");
    if (!shown) return;
    const fit = () => { frame.height = Math.min(Math.ceil(shown.getBoundingClientRect().bottom) + 32, 1200); };
    new ResizeObserver(fit).observe(shown);
    fit();
  };
  frame.addEventListener("load", watch);
  if (frame.contentDocument?.readyState === "complete") watch();
}
`;
