import type { Tab } from "../../support/engines/tab.ts";
import type { FixtureServer } from "./fixture-server.ts";
import { alive, counterProps, expectTexts, fieldsProps, waitForCount, wholePage } from "./test.ts";

export const otherPage = "<!doctype html><html><head></head><body><p>Other</p></body></html>";
export const stateOf = (name: string) => JSON.stringify({ ...fieldsProps, name });

/** Opens a page whose counter was pressed and whose field was filled. */
export async function openUsedPage(tab: Tab, { islands, page }: FixtureServer): Promise<void> {
  const html = wholePage(islands, (render) => render("counter", counterProps) + render("fields", fieldsProps));
  await tab.open(page(html));
  await waitForCount(tab, alive(), 2);
  await tab.click(["button", "Add"]);
  await tab.fill(["input", "Name"], "Ann");
  await expectTexts(tab, "output", ["1", stateOf("Ann")]);
}

/** Records when a page returns from the back-forward cache, and when its islands resume. */
export const resumeRecorder = `
  sessionStorage.shown ??= "";
  addEventListener("pageshow", ({ persisted }) => { if (persisted) sessionStorage.shown += "persisted "; });
  document.addEventListener("island:resume", () => { sessionStorage.shown += "resume "; });`;

/**
 * Whether this browser has no back-forward cache at all. A headless shell, such as npm's, has none.
 */
export const hasNoCache = (): boolean => {
  const [entry] = performance.getEntriesByType("navigation") as {
    notRestoredReasons?: { reasons: { reason: string }[] } | null;
  }[];
  return entry?.notRestoredReasons?.reasons.some(({ reason }) => reason === "masked") ?? false;
};

/** Fires only the events of a page that is kept and shown again. */
export const keepAndShow = (): void => {
  for (const type of ["pagehide", "pageshow"]) dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
};

export const shown = (): string[] => sessionStorage.shown.split(" ").filter(Boolean).sort();
