import { alive, counterProps, expect, expectTexts, islandErrors, test, waitForCount, wholePage } from "./test.ts";

test.describe("broken islands @runtime", () => {
  test("broken islands harm nobody: the server's HTML stays, others work, each tells once", async ({ tab, server, site }) => {
    site.expected.push("island broken: ");
    const html = wholePage(server.islands, (render, wrap) => {
      const native = `<form method="post" action="/native"><input name="typed"><button>Post</button></form>`;
      const broken = ["browser", "effect"].map((where) => render("broken", { where }, { id: where }));
      return [...broken, wrap("broken", { where: "render" }, { id: "fallback" }, native), render("counter", counterProps)].join(
        "",
      );
    });
    const before = /<div id="browser"[^>]*>(.*?)<\/div>/.exec(html)?.[1];
    await tab.open(server.page(html));
    await tab.see(alive("counter"));
    await expect
      .poll(async () => (await islandErrors(tab)).sort())
      .toEqual(["broken: Error: broken in browser", "broken: Error: broken in effect", "broken: Error: broken in render"]);

    const standing = await tab.run(() => ["browser", "effect"].map((id) => document.getElementById(id)?.innerHTML));
    expect(standing).toEqual([before, before]);
    await tab.click(["button", "Add"]);
    await expectTexts(tab, "output", ["1"]);
    await tab.click(["#browser button", "Post"]);
    await tab.see(["p", "Posted"]);
    expect(server.posted).toEqual(["by=native"]);
  });

  test("one that failed begins anew with other props", async ({ tab, server, site }) => {
    site.expected.push("island broken: ");
    await tab.open(
      server.page(wholePage(server.islands, (render) => render("broken", { where: "browser" }, { id: "one", on: "load" }))),
    );
    await expect.poll(() => islandErrors(tab)).toEqual(["broken: Error: broken in browser"]);

    await tab.run(() => document.querySelector("#one")?.setAttribute("data-props", '{"where":"event"}'));

    await tab.see(`#one${alive("broken")}`);
    expect(await islandErrors(tab)).toEqual(["broken: Error: broken in browser"]);
  });

  test("one that failed begins anew with another single prop, and with no other attribute", async ({ tab, server, site }) => {
    site.expected.push("island broken: ");
    const byHand = `<div id="one" data-island="broken" data-island-on="load" data-prop-where="browser"><p>as it was</p></div>`;
    await tab.open(server.page(wholePage(server.islands, (render) => render("counter", counterProps) + byHand)));
    await expect.poll(() => islandErrors(tab)).toEqual(["broken: Error: broken in browser"]);

    await tab.run(() => document.querySelector("#one")?.setAttribute("class", "new"));
    await tab.run(() => document.querySelector("#one")?.setAttribute("data-prop-where", "event"));

    await tab.see(`#one${alive("broken")}`);
    expect(await islandErrors(tab)).toEqual(["broken: Error: broken in browser"]);
  });

  test("an error in an event is reported once for each, and the island lives on", async ({ tab, server, site }) => {
    site.expected.push("island broken: ", "script: Error: broken in event", "script: Uncaught Error: broken in event");
    const html = wholePage(server.islands, (render) => render("broken", { where: "event" }, { on: "load" }));
    await tab.open(server.page(html));
    await tab.see(alive("broken"));

    await tab.click(["button", "Press"]);
    await tab.click(["button", "Press"]);

    const error = "broken: Error: broken in event";
    await expect.poll(() => islandErrors(tab)).toEqual([error, error]);
    await waitForCount(tab, alive("broken"), 1);
  });
});

test.describe("a browser without IntersectionObserver @runtime", () => {
  test.use({ prelude: "delete window.IntersectionObserver;" });

  test("islands that wait to be seen report it and come alive at a press, the others as always", async ({
    tab,
    server,
    site,
  }) => {
    site.expected.push("island counter: ");
    const html = wholePage(server.islands, (render) =>
      (["visible", "load"] as const).map((on) => render("counter", { ...counterProps, label: on }, { on })).join(""),
    );
    await tab.open(server.page(html));
    await expectTexts(tab, `${alive("counter")} button`, ["load"]);
    expect(await islandErrors(tab)).toEqual([expect.stringMatching(/^counter: ReferenceError: .*IntersectionObserver/)]);

    await tab.click(["button", "visible"]);

    await waitForCount(tab, alive("counter"), 2);
    await expectTexts(tab, "output", ["1", "0"]);
    expect((await islandErrors(tab)).length).toBe(1);
  });
});

test.describe("a browser whose page transitions throw @runtime", () => {
  test.use({
    prelude: `
      Object.defineProperty(document, "activeViewTransition", { get() { throw new Error("no transitions here"); } });
      const { addEventListener } = EventTarget.prototype;
      EventTarget.prototype.addEventListener = function (type, ...rest) {
        if (type === "pagereveal") throw new TypeError("no transitions here");
        addEventListener.call(this, type, ...rest);
      };`,
  });

  test("islands come alive nevertheless", async ({ tab, server, site }) => {
    const thrown = ["Error", "TypeError"].flatMap((name) => [`${name}: no transitions`, `Uncaught ${name}: no transitions`]);
    site.expected.push(...thrown.map((message) => `script: ${message}`));
    await tab.open(server.page(wholePage(server.islands, (render) => render("counter", counterProps))));
    await tab.see(alive("counter"));

    await tab.click(["button", "Add"]);

    await expectTexts(tab, "output", ["1"]);
  });
});
