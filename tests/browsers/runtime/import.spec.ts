import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { loadBuild } from "../../../build.mjs";
import { openIslands } from "../../../server/web/islands.ts";
import { openFolder, siteOf } from "../../islands/fixture-site.ts";
import type { FixtureServer } from "./fixture-server.ts";
import { alive, expect, expectTexts, test as runtimeTest, waitForCount, wholePage } from "./test.ts";

const site = join(import.meta.dirname, "../../islands/import-site");

const caption = "figcaption";

for (const framework of ["preact", "react"] as const) {
  const test = runtimeTest.extend<object, { out: string }>({
    out: [
      // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
      async ({}, use) => {
        const folder = openFolder();
        const out = join(folder.path, "dist");
        const { buildSite } = await loadBuild();
        await buildSite(siteOf(site, { out, framework }));
        await use(out);
        folder.remove();
      },
      { scope: "worker" },
    ],
    server: async ({ server, out }, use) => {
      server.serveAlso(out);
      await use(server);
    },
  });

  /** The name of the script that contains a text. */
  const scriptWith = (out: string, text: string): string => {
    const paths = globSync(join(out, "static/islands/*.js"));
    return basename(paths.find((path) => readFileSync(path, "utf8").includes(text)) ?? "");
  };
  /** A page with the charts, and with another island that reads the same variable. */
  const chartsPage = async (out: string) => {
    const islands = await openIslands(out, { production: true });
    return wholePage(
      islands,
      (render) => render("charts", { title: "Sales" }, { on: "load" }) + render("rates", {}, { on: "load" }),
    );
  };
  const requestsOf = ({ requested }: FixtureServer, script: string) => requested.filter((path) => path.endsWith(script)).length;

  test.describe(`import() in an island, on ${framework} @runtime`, () => {
    test("brings a lazy component when it is shown, and all scripts share what changes", async ({ tab, server, out }) => {
      const chart = scriptWith(out, "figcaption");
      const html = await chartsPage(out);
      await tab.open(server.page(html));
      await waitForCount(tab, alive(), 2);
      expect([html.includes(chart), requestsOf(server, chart)]).toEqual([false, 0]);

      await tab.click(["button", "Show"]);
      await expectTexts(tab, caption, ["Sales: 1 after 0"]);
      await tab.click(["button", "Raise"]);
      await expectTexts(tab, caption, ["Sales: 2 after 1"]);
      await tab.click(["button", "Rate 1"]);

      await tab.see(["button", "Rate 2"]);
      expect(requestsOf(server, chart)).toBe(1);
    });

    test("brings a lazy component in markup by hand, which it replaces", async ({ tab, server }) => {
      const loader = `<script type="module" async src="/static/islands/entry.js"></script>`;
      const island = `<div data-island="charts" data-island-on="load" data-prop-title="Sales" data-prop-is-shown="true">Sales</div>`;
      await tab.open(
        server.page(`<!doctype html><html lang="en"><head><title>Charts</title>${loader}</head><body>${island}</body></html>`),
      );

      await expectTexts(tab, caption, ["Sales: 1 after 0"]);
      await tab.click(["button", "Raise"]);
      await expectTexts(tab, caption, ["Sales: 2 after 1"]);
    });

    test("is tried twice, and fetches a script that did not come anew at the next press, and only then", async ({
      tab,
      server,
      out,
    }) => {
      const total = scriptWith(out, "The total is");
      server.override(total, 404, "not found", 2);
      await tab.open(server.page(await chartsPage(out)));
      await tab.see(alive("charts"));

      await tab.click(["button", "Sum"]);
      await expectTexts(tab, "output", ["Try again"]);
      expect(requestsOf(server, total)).toBe(2);
      await tab.click(["button", "Sum"]);
      await expectTexts(tab, "output", ["The total is 10"]);
      await tab.click(["button", "Show"]);
      await tab.click(["button", "Raise"]);
      await tab.click(["button", "Sum"]);

      await expectTexts(tab, "output", ["The total is 20"]);
      expect(requestsOf(server, total)).toBe(3);
    });

    test("brings a lazy component whose script did not come once", async ({ tab, server, out }) => {
      server.override(scriptWith(out, "figcaption"), 404, "not found", 1);
      await tab.open(server.page(await chartsPage(out)));
      await tab.see(alive("charts"));

      await tab.click(["button", "Show"]);

      await expectTexts(tab, caption, ["Sales: 1 after 0"]);
    });
  });
}
