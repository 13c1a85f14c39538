// The script of each page in development. It comes before the loader, so that it misses no island's
// report.

import { watchIslands } from "./island-problems.ts";
import { keepFields, restoreFields } from "./kept-fields.ts";
import { openOverlay } from "./overlay.ts";
import { type DevState, devPath } from "./state.ts";

const { page = "", css = "" } = (document.currentScript as HTMLScriptElement).dataset;
const reloadedKey = "islands-dev-reloaded";
/** ms that the page waits for the server's answer before it reports that there is none */
const patienceMs = 1_500;

const overlay = openOverlay(`${devPath}overlay.css`);
let stylesheet = css;
let absence: ReturnType<typeof setTimeout> | undefined;

function update(state: DevState): void {
  const reloading = `${state.page} ${location.pathname}`;
  if (state.page !== page && sessionStorage.getItem(reloadedKey) !== reloading) {
    // Reloads once for each change, even if a cache returns the same page again.
    sessionStorage.setItem(reloadedKey, reloading);
    keepFields();
    location.reload();
    return;
  }
  if (state.css !== stylesheet) swapStyles(state.css);
  overlay.show("server", state.problems);
}

/**
 * Replaces the stylesheet. The earlier stylesheet stays until the new one is loaded, so that the
 * page is never without styles.
 */
function swapStyles(address: string): void {
  const earlier = document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${stylesheet}"]`);
  stylesheet = address;
  if (!earlier) return;
  const next = earlier.cloneNode() as HTMLLinkElement;
  next.href = address;
  next.onload = () => earlier.remove();
  earlier.after(next);
}

function connect(): void {
  const events = new EventSource(`${devPath}events`);
  events.onmessage = ({ data }) => update(JSON.parse(data));
  events.onopen = () => {
    clearTimeout(absence);
    absence = undefined;
    overlay.show("absent", []);
  };
  events.onerror = () => {
    absence ??= setTimeout(() => {
      const text = "The server does not answer. This page waits for it, and its terminal says why.";
      overlay.show("absent", [{ kind: "server", text }]);
    }, patienceMs);
    // Otherwise the browser connects again by itself.
    if (events.readyState === EventSource.CLOSED) setTimeout(connect, patienceMs);
  };
}

// Fields are restored before islands are hydrated, since hydration keeps the values typed before
// it.
document.addEventListener("DOMContentLoaded", restoreFields);
watchIslands((problems) => {
  overlay.show("page", problems);
  void fetch(`${devPath}report`, { method: "POST", body: JSON.stringify(problems), keepalive: true }).catch(() => {});
});
connect();
