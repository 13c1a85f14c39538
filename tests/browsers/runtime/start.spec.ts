import { jsonScript } from "../../../server/web/html.ts";
import {
  alive,
  counterProps,
  expect,
  expectTexts,
  fieldsProps,
  onTouch,
  scriptsRequested,
  test,
  waitForCount,
  wholePage,
} from "./test.ts";

test.describe("the start of islands @runtime", () => {
  test("no byte of the framework is fetched before a trigger fires, and then every file once", async ({ tab, server }) => {
    const html = wholePage(server.islands, (render) => {
      const below = `<div class="far">${render("counter", { ...counterProps, start: 5 }, { id: "below" })}</div>`;
      const [first, other] = [
        render("counter", counterProps, { on: "interaction" }),
        render("presses-shown", {}, { on: "interaction" }),
      ];
      return first + other + below;
    });
    await tab.open(server.page(html));
    await expect.poll(() => scriptsRequested(server)).toEqual(["entry"]);
    // Safari has no idle callbacks.
    await tab.run(() => new Promise<void>((resolve) => (self.requestIdleCallback ?? setTimeout)(() => resolve())));
    expect(scriptsRequested(server)).toEqual(["entry"]);

    await tab.hover("[data-island=counter] button");
    await tab.see(alive("counter"));
    expect(scriptsRequested(server).sort()).toEqual(["core", "counter", "entry"]);

    await tab.run(() => document.querySelector("#below")?.scrollIntoView());
    await waitForCount(tab, alive("counter"), 2);
    await tab.hover("[data-island=presses-shown] output");
    await waitForCount(tab, alive(), 3);
    expect(scriptsRequested(server).sort()).toEqual(["core", "counter", "entry", "presses-shown"]);
  });

  test("islands on load are preloaded with their imports, and every file is fetched once", async ({ tab, server }) => {
    const html = wholePage(
      server.islands,
      (render) => render("counter", counterProps, { on: "load" }) + render("busy", {}, { on: "load" }),
    );

    await tab.open(server.page(html));
    await waitForCount(tab, alive(), 2);

    expect(scriptsRequested(server).sort()).toEqual(["busy", "core", "counter", "entry"]);
  });

  test("each trigger starts its island, and never starts none", async ({ tab, server }) => {
    const html = wholePage(server.islands, (render) =>
      (["load", "idle", "visible", "media:(min-width: 800px)", "media:(max-width: 700px)", "never"] as const)
        .map((on) => render("counter", { ...counterProps, label: on }, { on }))
        .join(""),
    );
    await tab.open(server.page(html));
    await expectTexts(tab, `${alive()} button`, ["load", "idle", "visible", "media:(min-width: 800px)"]);

    await tab.click(["button", "never"]);
    await tab.click(["button", "media:(max-width: 700px)"]);
    await tab.resize(600, 900);
    await waitForCount(tab, alive(), 5);

    await expectTexts(tab, "output", ["0", "0", "0", "0", "0", "0"]);
    expect(await tab.count(`${alive()}[data-island-on=never]`)).toBe(0);
  });

  test("rendered islands come alive without a jump", async ({ tab, server }) => {
    const html = wholePage(server.islands, (render) => {
      const [first, second] = [render("counter", counterProps, onTouch), render("fields", fieldsProps, onTouch)];
      return [first, second, render("labelled", {}, onTouch)].map((one) => `${one}<p>between</p>`).join("");
    });
    const boxes = () =>
      [...document.body.querySelectorAll("*")].map((el) => {
        const { x, y, width, height } = el.getBoundingClientRect();
        return `${el.localName} ${x} ${y} ${width} ${height}`;
      });
    await tab.open(server.page(html));
    await expect.poll(() => scriptsRequested(server)).toEqual(["entry"]);
    const before = await tab.run(boxes);

    await tab.run(() => {
      for (const button of document.querySelectorAll("button,label"))
        button.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    });
    await waitForCount(tab, alive(), 3);

    expect(await tab.run(boxes)).toEqual(before);
    // Only Chromium reports shifts by itself; elsewhere there are no entries.
    const shift = await tab.run(
      () =>
        new Promise<number>((resolve) => {
          const sum = (entries: PerformanceEntry[]) => entries.reduce((total, entry) => total + Object(entry).value, 0);
          const observer = new PerformanceObserver((list) => resolve(sum(list.getEntries())));
          observer.observe({ type: "layout-shift", buffered: true });
          requestAnimationFrame(() => setTimeout(() => resolve(0), 100));
        }),
    );
    expect(shift).toBe(0);
  });

  test("islands in a table row and in a list item come alive in their place", async ({ tab, server }) => {
    const html = wholePage(server.islands, (render) => {
      const row = render("row", { name: "Lemon" }, { tag: "tr" });
      return `<table><tbody>${row}</tbody></table><ul>${render("counter", counterProps, { tag: "li" })}</ul>`;
    });
    await tab.open(server.page(html));
    await tab.see(`tbody > tr${alive("row")}`);
    await tab.see(`ul > li${alive("counter")}`);

    for (const button of ["tr button", "li button"]) await tab.click(button);

    await expectTexts(tab, "tr > *", ["Lemon", "More", "1"]);
    await expectTexts(tab, "li output", ["1"]);
  });

  test("props with tags, quotes and line separators arrive as they were", async ({ tab, server }) => {
    const label = `</script><!-- <script> "quoted" 'single' & \u2028 \u2029 ]]> 😀`;
    const inScript = jsonScript("shared", { ...counterProps, label });
    const html = wholePage(server.islands, (render, wrap) => {
      const props = { ...counterProps, label };
      return inScript + render("counter", props) + wrap("counter", props, { ref: "shared" }, "<b>fallback</b>");
    });
    await tab.open(server.page(html));
    await waitForCount(tab, alive("counter"), 2);

    const labels = await tab.run(() => [...document.querySelectorAll("button")].map(({ textContent }) => textContent));

    expect(labels).toEqual([label, label]);
  });

  test("an island that the browser has parsed by half is not hydrated before the rest is there", async ({ tab, server }) => {
    const html = wholePage(server.islands, (render) => render("counter", { ...counterProps, start: 7 }, { on: "load" }));
    const middle = html.indexOf("<output>");
    // The page is in a frame, because a driver waits until a page is complete.
    await tab.open(server.page("<!doctype html><head></head><body></body>"));
    await tab.run(
      (source) => document.body.append(Object.assign(document.createElement("iframe"), { src: source })),
      server.page(html.slice(0, middle), html.slice(middle)),
    );
    const inFrame = () => {
      const page = document.querySelector("iframe")?.contentDocument;
      const texts = [...(page?.querySelectorAll("button,output") ?? [])].map(({ textContent }) => textContent);
      const fetched = page?.defaultView?.performance.getEntriesByType("resource").some(({ name }) => name.includes("counter-"));
      return { texts, fetched, alive: page?.querySelectorAll("[data-island-alive]").length };
    };
    await expect.poll(() => tab.run(inFrame)).toEqual({ texts: ["Add"], fetched: true, alive: 0 });

    server.sendNext();
    await expect.poll(() => tab.run(inFrame)).toEqual({ texts: ["Add", "7"], fetched: true, alive: 1 });

    await tab.run(() => document.querySelector("iframe")?.contentDocument?.querySelector("button")?.click());
    await expect.poll(() => tab.run(inFrame)).toEqual({ texts: ["Add", "8"], fetched: true, alive: 1 });
  });
});
