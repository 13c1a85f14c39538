import type { Page } from "@playwright/test";

type Shift = { value: number; sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[] };
type WatchedWindow = Window & { layoutShifts: string[] };

/** Records layout shifts without user input from the next page on. Only Chromium reports them. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const layoutShifts: string[] = [];
    Object.assign(window, { layoutShifts });
    const rect = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(" ");
    const nameOf = (node: Node | null) =>
      node instanceof Element ? node.outerHTML.slice(0, 80) : `${node?.parentElement?.className}: ${node?.textContent}`;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as Shift[])
        for (const { node, previousRect, currentRect } of sources)
          layoutShifts.push(`${value}: ${nameOf(node)} from ${rect(previousRect)} to ${rect(currentRect)}`);
    }).observe({ type: "layout-shift", buffered: true });
  });

/** The page's layout shifts so far: each with its amount, its element, and both positions. */
export const shiftsOn = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as WatchedWindow).layoutShifts);
