import { alive, counterProps, expect, expectTexts, fieldsProps, islandErrors, test, waitForCount, wholePage } from "./test.ts";

type Window = { trustedTypes?: { createPolicy(name: string, rules: object): unknown } };

test.describe("the content security policy @runtime", () => {
  test("an island may put in the server's own HTML alone, and no other policy for HTML can be made", async ({
    tab,
    server,
    site,
  }) => {
    site.expected.push("policy: trusted-types", "policy: require-trusted-types-for");
    const { pathname } = new URL(server.page("<b>from the server</b>"));
    const html = wholePage(server.islands, (render) =>
      [pathname, "/elsewhere"].map((path) => render("fragment", { path }, { on: "load" })).join(""),
    );
    await tab.open(server.page(html));
    await waitForCount(tab, alive("fragment"), 2);
    await tab.click("[data-island=fragment] button");
    await expectTexts(tab, "[data-island=fragment] b", ["from the server"]);

    const attempts = await tab.run(() => {
      const { trustedTypes } = window as Window;
      const outcomeOf = (attempt: () => unknown) => {
        try {
          attempt();
          return "allowed";
        } catch (error) {
          return (error as Error).name;
        }
      };
      if (!trustedTypes) return "not in this engine";
      return ["another", "islands"]
        .map((name) => outcomeOf(() => trustedTypes.createPolicy(name, {})))
        .concat(outcomeOf(() => Object.assign(document.createElement("p"), { innerHTML: "<b>text</b>" })));
    });

    if (attempts !== "not in this engine") expect(attempts).toEqual(["TypeError", "TypeError", "TypeError"]);
  });

  test("islands in a shadow root have its linked and its adopted styles, which the loader leaves alone", async ({
    tab,
    server,
  }) => {
    const { islands } = server;
    const link = `<link rel="stylesheet" href="${islands.css}">`;
    const host = (styles: string, island: string) =>
      `<section data-island=""><template shadowrootmode="open">${styles}${island}</template></section>`;
    const html = wholePage(islands, (render) => {
      const island = () => render("counter", counterProps, { on: "interaction", class: "plain" });
      const replaced = island().replace(/ data-ssr="[^"]*"/, "");
      return host(link, island()) + host(link, replaced) + host("", island());
    });
    await tab.open(server.page(html));
    await tab.run(() => {
      for (const { shadowRoot } of [...document.querySelectorAll("section")].slice(0, 2)) {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("output { color: rgb(0, 128, 0) }");
        shadowRoot?.adoptedStyleSheets.push(sheet);
      }
    });

    const look = () =>
      tab.run(() =>
        [...document.querySelectorAll("section")].map(({ shadowRoot: root }) => {
          root?.querySelector("button")?.click();
          const [el, output] = ["[data-island]", "output"].map((selector) => root?.querySelector(selector));
          const [outer, inner] = [el, output].map((one) => one && getComputedStyle(one).color);
          const sheets = `${root?.styleSheets.length} linked, ${root?.adoptedStyleSheets.length} adopted`;
          return `${Number(output?.textContent) > 0 && el?.hasAttribute("data-island-alive")}: ${outer}, ${inner}, ${sheets}`;
        }),
      );
    const styled = "true: rgb(17, 34, 51), rgb(0, 128, 0), 1 linked, 1 adopted";
    await expect.poll(look).toEqual([styled, styled, "true: rgb(0, 0, 0), rgb(0, 0, 0), 0 linked, 0 adopted"]);
  });

  test("HTML from elsewhere is refused", async ({ tab, server, site }) => {
    site.expected.push("policy: connect-src ");
    await tab.open(server.page(wholePage(server.islands, (render) => render("fragment", { path: "/elsewhere" }))));

    await tab.click(["button", "Show"]);

    await expect.poll(() => tab.texts("output")).toEqual([expect.stringMatching(/./)]);
  });
});

test.describe("the development build @runtime", () => {
  test.use({
    prelude: `
      const { error } = console;
      console.error = (...values) => { sessionStorage.console = (sessionStorage.console ?? "") + values.join(" ") + "\\n"; error(...values); };`,
  });

  test("it works under the same policy, and reports wrong props and mismatches", async ({ tab, devServer: server, site }) => {
    site.expected.push("island counter: ");
    const { pathname } = new URL(server.page("<b>from the server</b>"));
    const html = wholePage(server.islands, (render) => {
      const different = render("counter", { ...counterProps, start: 3 }, { id: "different" }).replace("<output>3<", "<output>4<");
      const wrong = render("counter", counterProps, { id: "wrong" }).replace('"Add"', "7");
      const withIds = render("labelled", {}) + render("labelled", {});
      return different + wrong + withIds + render("fields", fieldsProps) + render("fragment", { path: pathname });
    });
    await tab.open(server.page(html));
    await tab.see(alive("fields"));
    await tab.see(`#different${alive("counter")}`);
    await waitForCount(tab, alive("labelled"), 2);
    await expect.poll(() => islandErrors(tab)).toEqual([expect.stringMatching(/^counter: Error: Island counter: label is /)]);

    await tab.click(["button", "Show"]);
    await expectTexts(tab, "[data-island=fragment] b", ["from the server"]);
    const printed: string = await tab.run(() => sessionStorage.console ?? "");
    expect(printed.split("\n").filter((text) => text.includes("from the server"))).toEqual([
      'Island counter: p[0] > output[1] > text[0] is "4" from the server and "3" in the browser',
    ]);
  });
});
