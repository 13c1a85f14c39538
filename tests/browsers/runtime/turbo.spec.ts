import { pageWith, pathOf, test } from "./beside.ts";
import { stateOf } from "./history.ts";
import { expectMorphed, renderedAgain, renderedOnce, useIslands } from "./morphed.ts";
import { alive, counterProps, expect, expectTexts, waitForCount } from "./test.ts";

type Page = { Turbo: { renderStreamMessage(html: string): void; visit(path: string, options: object): void } };

test.describe("Turbo @runtime", () => {
  test("islands come alive on each page it drives to and back, permanent ones stay as they are", async ({ tab, server }) => {
    const { islands } = server;
    const permanent = (content: string) => `<nav id="kept" data-turbo-permanent>${content}</nav>`;
    const second = `<h1>Second</h1>${permanent("")}${islands.render("counter", { ...counterProps, label: "There", start: 50 })}`;
    const link = `<a href="${pathOf(server, pageWith(second, "turbo"))}">Go on</a>`;
    const kept = islands.render("counter", { ...counterProps, label: "Kept" });
    await tab.open(server.page(pageWith(`${link}${permanent(kept)}<main>${renderedOnce(server)}</main>`, "turbo")));
    await tab.run(() => Object.assign(window, { sameDocument: true }));
    await tab.click([`${alive()} button`, "Kept"]);
    await tab.click([`${alive()} button`, "Add"]);
    await tab.fill([`${alive()} input`, "Name"], "Ann");
    await expectTexts(tab, "output", ["1", "1", stateOf("Ann")]);

    await tab.click(["a", "Go on"]);
    await expectTexts(tab, "h1", ["Second"]);
    await tab.click([`${alive()} button`, "There"]);
    await tab.click([`${alive()} button`, "Kept"]);
    await expectTexts(tab, "output", ["2", "51"]);

    await tab.back();
    await waitForCount(tab, `main ${alive()}`, 2);
    await tab.click([`${alive()} button`, "Kept"]);
    await tab.click([`${alive()} button`, "Add"]);
    // The islands start again from the server's props; typed text is in the page that Turbo kept.
    await expectTexts(tab, "output", ["3", "1", stateOf("Ann")]);
    expect(await tab.run(() => "sameDocument" in window)).toBe(true);
  });

  test("what frames and streams bring comes alive, what they replace and remove has ended", async ({ tab, server }) => {
    const counter = (label: string, id: string) => server.islands.render("counter", { ...counterProps, label }, { id });
    const answer = pathOf(server, pageWith(`<turbo-frame id="frame">${counter("Framed", "framed")}</turbo-frame>`));
    const body = `<turbo-frame id="frame"><a href="${answer}">Load</a></turbo-frame>${counter("Old", "old")}<main id="main"></main>`;
    await tab.open(server.page(pageWith(body, "turbo")));
    await tab.see(`#old${alive()}`);
    const stream = (action: string, target: string, content = "") =>
      tab.run(
        (html) => (window as unknown as Page).Turbo.renderStreamMessage(html),
        `<turbo-stream action="${action}" target="${target}"><template>${content}</template></turbo-stream>`,
      );

    await tab.click(["a", "Load"]);
    await tab.click([`#framed${alive()} button`, "Framed"]);
    await stream("append", "main", counter("Appended", "appended"));
    await tab.click([`#appended${alive()} button`, "Appended"]);
    await tab.run(() => Object.assign(window, { old: document.querySelector("#old") }));
    await stream("replace", "old", counter("New", "new"));
    await tab.click([`#new${alive()} button`, "New"]);
    await stream("remove", "appended");

    await expectTexts(tab, "output", ["1", "1"]);
    expect(await tab.run(() => (window as unknown as { old: Element }).old.hasAttribute("data-island-alive"))).toBe(false);
  });

  test("a refresh that morphs keeps live islands, and shows their new props", async ({ tab, server }) => {
    const page = (body: string) => pageWith(body, "turbo", `<meta name="turbo-refresh-method" content="morph">`);
    const url = server.page(page(renderedOnce(server)));
    await tab.open(url);
    await useIslands(tab);
    server.changePage(url, page(renderedAgain(server)));

    await tab.run(() => (window as unknown as Page).Turbo.visit(location.href, { action: "replace" }));

    await expectMorphed(tab);
  });
});
