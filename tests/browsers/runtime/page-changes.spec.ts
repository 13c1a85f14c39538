import { pageWith, test } from "./beside.ts";
import { alive, counterProps, expect, expectTexts, fieldsProps, islandErrors, waitForCount, wholePage } from "./test.ts";

const counterElement = "[data-island=counter]";

test.describe("a page that changes around its islands @runtime", () => {
  test("changed props are shown with the state kept; what cannot be read is reported and changes nothing", async ({
    tab,
    server,
    site,
  }) => {
    site.expected.push("island counter: SyntaxError");
    await tab.open(server.page(pageWith(server.islands.render("counter", counterProps).replace(/ data-ssr="[^"]*"/, ""))));
    await tab.see(alive("counter"));
    await tab.click(["button", "Add"]);
    await expectTexts(tab, "output", ["1"]);
    const set = (name: string, value: string) =>
      tab.run(
        (selector, name, value) => document.querySelector(selector)?.setAttribute(name, value),
        counterElement,
        name,
        value,
      );

    await set("data-props", JSON.stringify({ ...counterProps, label: "More", step: 10 }));
    await tab.click(["button", "More"]);
    await expectTexts(tab, "output", ["11"]);

    await set("data-prop-label", "Most");
    await expectTexts(tab, "button", ["Most"]);
    await set("data-props", "{");
    await expect.poll(() => islandErrors(tab)).toEqual([expect.stringMatching(/^counter: SyntaxError/)]);
    await tab.click(["button", "Most"]);
    await expectTexts(tab, "output", ["21"]);
  });

  test("an element becomes an island, another one, and none again", async ({ tab, server }) => {
    const props = JSON.stringify({ ...fieldsProps, ...counterProps });
    await tab.open(server.page(pageWith(`<div id="plain" data-props='${props}'><p>plain</p></div>`)));
    const name = (name: string | null) =>
      tab.run((name) => {
        const plain = document.querySelector("#plain");
        if (name === null) plain?.removeAttribute("data-island");
        else plain?.setAttribute("data-island", name);
      }, name);

    await name("counter");
    await tab.click([`${alive("counter")} button`, "Add"]);
    await expectTexts(tab, "output", ["1"]);
    await name("busy");
    await tab.see(`${alive("busy")} button`);
    expect(await tab.count(["button", "Add"])).toBe(0);
    await name(null);

    await expectTexts(tab, "#plain > *", ["plain"]);
    expect(await tab.attribute("#plain", "data-island-alive")).toBe(null);
  });

  test("a copy of a live island begins anew, with what was typed", async ({ tab, server }) => {
    const rendered = server.islands.render("busy", {}) + server.islands.render("fields", fieldsProps);
    await tab.open(server.page(pageWith(rendered)));
    await waitForCount(tab, alive(), 2);
    for (const name of ["Order", "Send"]) await tab.click(["button", name]);
    await tab.fill(["input", "Name"], "Ann");
    await expectTexts(tab, "[data-island=busy] output", ["1 1"]);

    await tab.run(() => document.body.replaceWith(document.body.cloneNode(true)));

    await waitForCount(tab, alive(), 2);
    await expectTexts(tab, "output", ["0 0", JSON.stringify({ ...fieldsProps, name: "Ann" })]);
    expect(await tab.count(":disabled, [aria-busy=true]")).toBe(0);
    await tab.click(["button", "Order"]);
    await expectTexts(tab, "[data-island=busy] output", ["1 0"]);
  });

  test("an open shadow root is watched where its host says so", async ({ tab, server }) => {
    const island = server.islands.render("counter", counterProps, { on: "interaction" });
    const host = (attribute: string) => `<section ${attribute}><template shadowrootmode="open">${island}</template></section>`;
    await tab.open(server.page(pageWith(host('data-island=""') + host(""))));
    const look = () =>
      [...document.querySelectorAll("section")].map(({ shadowRoot }) => {
        const [el, output] = ["[data-island]", "output"].map((selector) => shadowRoot?.querySelector(selector));
        return `${output?.textContent} ${el?.hasAttribute("data-island-alive")}`;
      });
    const press = () =>
      tab.run(() => {
        for (const { shadowRoot } of document.querySelectorAll("section")) shadowRoot?.querySelector("button")?.click();
      });

    await expect
      .poll(async () => {
        await press();
        return await tab.run(look);
      })
      .toEqual([expect.stringMatching(/[1-9] true/), "0 false"]);

    await tab.run(() => document.querySelector("section")?.setAttribute("id", "gone"));
    const ended = await tab.run(async () => {
      const host = document.querySelector("#gone");
      host?.remove();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return !host?.shadowRoot?.querySelector("[data-island-alive]");
    });
    expect(ended).toBe(true);
  });

  test("presses in an open shadow root before the script is there count, each once", async ({ tab, server }) => {
    const letGo = server.hold("/core-");
    const island = server.islands.render("counter", counterProps, { on: "interaction" });
    await tab.open(
      server.page(pageWith(`<section data-island=""><template shadowrootmode="open">${island}</template></section>`)),
    );
    const press = () =>
      tab.run(() => {
        const root = document.querySelector("section")?.shadowRoot;
        root
          ?.querySelector("button")
          ?.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, cancelable: true }));
      });
    await expect
      .poll(async () => {
        await tab.run(() => document.querySelector("section")?.shadowRoot?.querySelector("button")?.focus());
        return server.requested.some((path) => path.includes("/core-"));
      })
      .toBe(true);

    await press();
    await press();
    letGo();

    const shown = () => tab.run(() => document.querySelector("section")?.shadowRoot?.querySelector("output")?.textContent);
    await expect.poll(shown).toBe("2");
  });

  test("two loaders are one", async ({ tab, server }) => {
    // The shop's own pages name the loader by its content hash. Other pages use the stable address,
    // from another build.
    const html = wholePage(server.islands, (render) => render("counter", counterProps));
    expect(html).toMatch(/src="[^"]*entry-/);
    const again = ["/static/islands/entry.js", "/static/islands/entry.js?other"].map(
      (path) => `<script type="module" src="${path}"></script>`,
    );
    await tab.open(server.page(html.replace("</head>", `${again.join("")}</head>`)));
    await tab.see(alive("counter"));

    await tab.click(["button", "Add"]);
    await expectTexts(tab, "output", ["1"]);
    const early = server.islands.render("counter", { ...counterProps, start: 7, label: "Late" });
    await tab.run((html) => document.body.insertAdjacentHTML("beforeend", html), early);
    await waitForCount(tab, alive("counter"), 2);
    await tab.click(["button", "Late"]);

    await expectTexts(tab, "output", ["1", "8"]);
    expect(server.requested.filter((path) => path.includes("/counter-"))).toHaveLength(1);
  });
});

test.describe("what a change costs @runtime", () => {
  // Counts the elements that calls of `querySelectorAll` may visit, and the reads of `isConnected`.
  test.use({
    prelude: `
      window.cost = { searched: 0, asked: 0 };
      for (const { prototype } of [Document, DocumentFragment, Element]) {
        const { querySelectorAll } = prototype;
        prototype.querySelectorAll = function (selector) {
          cost.searched += this.getElementsByTagName ? this.getElementsByTagName("*").length : 0;
          return querySelectorAll.call(this, selector);
        };
      }
      const connected = Object.getOwnPropertyDescriptor(Node.prototype, "isConnected");
      Object.defineProperty(Node.prototype, "isConnected", { get() { cost.asked++; return connected.get.call(this); } });`,
  });

  test("in a page of 5,000 elements and 200 islands an insertion and a removal cost what they bring and take", async ({
    tab,
    server,
  }) => {
    const island = server.islands.render("counter", counterProps, { on: "never" });
    await tab.open(server.page(pageWith(`<main></main>${"<p><b></b></p>".repeat(2_000)}${island.repeat(200)}`)));
    expect(await tab.run(() => document.querySelectorAll("*").length)).toBeGreaterThan(5_000);
    const inserted = server.islands.render("counter", counterProps, { on: "load" });
    await tab.run((html) => document.querySelector("main")?.insertAdjacentHTML("beforeend", html), inserted);
    await waitForCount(tab, alive("counter"), 1);

    const costs = await tab.run(async (html) => {
      const { cost } = window as unknown as { cost: { searched: number; asked: number } };
      const main = document.querySelector("main") as Element;
      const settle = () => new Promise((resolve) => setTimeout(resolve, 100));
      await settle();
      Object.assign(cost, { searched: 0, asked: 0 });
      main.insertAdjacentHTML("beforeend", html);
      await settle();
      const insertion = { ...cost };
      Object.assign(cost, { searched: 0, asked: 0 });
      main.lastElementChild?.remove();
      await settle();
      return [insertion, { ...cost }];
    }, inserted);

    expect(await tab.count(alive("counter"))).toBe(1);
    for (const { searched, asked } of costs) {
      expect(searched).toBeGreaterThan(0);
      expect(searched).toBeLessThan(100);
      expect(asked).toBeLessThan(100);
    }
  });
});

test.describe("many islands at once @runtime", () => {
  // Records the timer task in which each island came alive.
  test.use({
    prelude: `
      window.tasks = [];
      let task = 0;
      const { setTimeout } = window;
      window.setTimeout = (work, ...rest) => setTimeout(() => { task++; work(); }, ...rest);
      new MutationObserver((records) => tasks.push(...records.map(() => task)))
        .observe(document, { subtree: true, attributeFilter: ["data-island-alive"] });`,
  });

  test("each mounts in a task of its own, so that the browser may answer in between", async ({ tab, server }) => {
    const island = server.islands.render("counter", counterProps, { on: "load" });
    await tab.open(server.page(pageWith(island.repeat(20))));
    await waitForCount(tab, alive("counter"), 20);

    const tasks = await tab.run(() => (window as unknown as { tasks: number[] }).tasks);

    expect(tasks).toHaveLength(20);
    expect(new Set(tasks).size).toBe(20);
  });
});
