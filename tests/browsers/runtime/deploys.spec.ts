import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { loadBuild } from "../../../build.mjs";
import { openFolder, siteOf } from "../../islands/fixture-site.ts";
import { alive, counterProps, expect, expectTexts, fieldsProps, onTouch, test, waitForCount, wholePage } from "./test.ts";

/** Ways in which a file can fail to load. */
const failures = [
  ["is missing", 404, "not found"],
  ["is cut off", 200, "export default ((("],
  ["meets no network", 0, ""],
] as const;

test.describe("a file that does not come @runtime", () => {
  for (const [title, status, body] of failures) {
    for (const part of ["/counter-", "/core-"]) {
      test(`where ${part}….js ${title} once, it is fetched again, and the press counts`, async ({ tab, server, site }) => {
        site.expected.push("not loaded: ");
        server.override(part, status, body, 1);
        await tab.open(server.page(wholePage(server.islands, (render) => render("counter", counterProps, onTouch))));

        await tab.click(["button", "Add"]);

        await expectTexts(tab, "output", ["1"]);
        // Browsers repeat a request by themselves if a connection ends.
        if (status > 0) expect(server.requested.filter((path) => path.endsWith("/registry.js"))).toHaveLength(1);
      });
    }
  }

  test("a shared file that came is used by all, whatever else had to be fetched again", async ({ tab, server }) => {
    server.override("/counter-", 404, "not found", 1);
    await tab.open(
      server.page(
        wholePage(server.islands, (render) => render("fields", fieldsProps) + render("counter", counterProps, onTouch)),
      ),
    );
    await tab.see(alive("fields"));

    await tab.click(["button", "Add"]);

    await expectTexts(tab, "[data-island=counter] output", ["1"]);
    expect(server.requested.filter((path) => path.includes("/core-"))).toHaveLength(1);
  });

  test("where it is gone, the press acts natively, and the next one tries again", async ({ tab, server, site }) => {
    site.expected.push("island fields: ");
    server.override("/fields-", 404, "not found", 2);
    const native = `<form action="#sent"><input name="name" aria-label="Name"><button>Send</button></form>`;
    await tab.open(server.page(wholePage(server.islands, (_, wrap) => wrap("fields", fieldsProps, onTouch, native))));

    await tab.click(["button", "Send"]);
    await expect.poll(() => tab.run(() => location.search)).toBe("?name=");
    await tab.see(["button", "Send"]);
    await tab.click(["button", "Send"]);

    await waitForCount(tab, alive("fields"), 1);
  });
});

test.describe("a tab of an earlier build @runtime", () => {
  test("whose file is gone takes the current one, which replaces what the earlier one drew", async ({ tab, server }) => {
    const folder = openFolder();
    const fixtures = join(folder.path, "tests/islands/fixtures");
    await cp(join(import.meta.dirname, "../../islands/fixtures"), fixtures, { recursive: true });
    symlinkSync(join(import.meta.dirname, "../../../islands"), join(folder.path, "islands"), "dir");
    const component = join(fixtures, "islands/play/counter.tsx");
    writeFileSync(component, readFileSync(component, "utf8").replace("{count}</output>", "now {count}</output>"));
    const later = siteOf(fixtures, { out: join(folder.path, "dist") });
    const { buildSite } = await loadBuild();
    await buildSite(later);
    server.override("/counter-", 404, "not found", 1);
    server.serveAlso(later.out);
    await tab.open(server.page(wholePage(server.islands, (render) => render("counter", counterProps, onTouch))));

    await tab.click(["button", "Add"]);
    await waitForCount(tab, alive("counter"), 1);
    await expectTexts(tab, "output", ["now 1"]);

    await tab.click(["button", "Add"]);
    await expectTexts(tab, "output", ["now 2"]);
    folder.remove();
  });
});
