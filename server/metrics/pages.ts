import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { PageCache } from "../web/page-cache.ts";
import type { Render } from "../web/view.ts";

/** Functions that wrap the renderer and the page cache, so that these do not depend on metrics. */
export type PageMetrics = {
  measureRender: (render: Render) => Render;
  measurePages: (pages: PageCache) => PageCache;
};

export function pageMetrics(register: Registry): PageMetrics {
  const registers = [register];
  const renders = new Histogram({
    name: "storefront_render_duration_seconds",
    help: "Time to render a view, islands included",
    labelNames: ["view"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5],
    registers,
  });
  let fromMemory = 0;
  let lookedUp = 0;
  let rendered = 0;
  new Counter({
    name: "storefront_page_cache_answers_total",
    help: "Cacheable pages: from memory without routing, from memory after routing, or made",
    labelNames: ["result"],
    registers,
    collect() {
      this.inc({ result: "memory" }, fromMemory);
      this.inc({ result: "routed" }, Math.max(0, lookedUp - rendered));
      this.inc({ result: "made" }, rendered);
      [fromMemory, lookedUp, rendered] = [0, 0, 0];
    },
  });
  let cacheSize: PageCache["size"] = () => ({ bytes: 0, entries: 0 });
  const gauge = (name: string, help: string, unit: "bytes" | "entries") =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(cacheSize()[unit]);
      },
    });
  gauge("storefront_page_cache_bytes", "Bytes of pages in memory, with all that is kept beside them", "bytes");
  gauge("storefront_page_cache_entries", "Addresses of pages in memory", "entries");
  return {
    measureRender: (render) => (view, page) => {
      const start = performance.now();
      const html = render(view, page);
      renders.observe({ view: view.name }, (performance.now() - start) / 1000);
      return html;
    },
    measurePages: (pages) => {
      cacheSize = pages.size;
      return {
        ...pages,
        page: (key, make) => {
          lookedUp += 1;
          return pages.page(key, () => {
            rendered += 1;
            return make();
          });
        },
        answerRaw: (req, res) => {
          const isAnswered = pages.answerRaw(req, res);
          if (isAnswered) fromMemory += 1;
          return isAnswered;
        },
        answerOnceKnown: (req, res) =>
          pages.answerOnceKnown(req, res)?.then((isAnswered) => {
            if (isAnswered) fromMemory += 1;
            return isAnswered;
          }),
      };
    },
  };
}
