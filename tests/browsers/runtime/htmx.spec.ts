import { pageWith, pathOf, test } from "./beside.ts";
import { expectMorphed, renderedAgain, renderedOnce, useIslands } from "./morphed.ts";
import { alive, counterProps, expect, expectTexts, waitForCount } from "./test.ts";

test.describe("htmx @runtime", () => {
  test("what it swaps in comes alive, what it swaps out has ended", async ({ tab, server }) => {
    const { islands } = server;
    const counter = (label: string, id = "") => islands.render("counter", { ...counterProps, label }, id ? { id } : {});
    const swap = (name: string, fragment: string, target: string, style: string) =>
      `<button hx-get="${pathOf(server, fragment)}" hx-target="${target}" hx-swap="${style}">${name}</button>`;
    const buttons = [
      swap("Inside", `${counter("Fresh")}<aside id="aside" hx-swap-oob="true">${counter("Aside")}</aside>`, "main", "innerHTML"),
      swap("Whole", counter("Second", "whole"), "#whole", "outerHTML"),
      swap("After", counter("Third"), "main", "beforeend"),
    ];
    const body = `${buttons.join("")}<main>${islands.render("ticking", {})}</main><aside id="aside"></aside>${counter("First", "whole")}`;
    await tab.open(server.page(pageWith(body, "htmx")));
    await waitForCount(tab, alive(), 2);
    await tab.click(["button", "First"]);
    await tab.run(() => Object.assign(window, { ticking: document.querySelector("[data-island=ticking]") }));

    await tab.click(["button", "Inside"]);
    await tab.click([`main ${alive("counter")} button`, "Fresh"]);
    await tab.click([`#aside ${alive("counter")} button`, "Aside"]);
    const ticks = () => (window as unknown as { ticking: Element }).ticking.hasAttribute("data-island-alive");
    expect(await tab.run(ticks)).toBe(false);
    await tab.click(["button", "Whole"]);
    await tab.click([`#whole${alive("counter")} button`, "Second"]);
    await tab.click(["button", "After"]);
    await tab.click([`main ${alive("counter")} button`, "Third"]);

    await expectTexts(tab, "output", ["1", "1", "1", "1"]);
  });

  test("its morphs keep live islands, and show their new props", async ({ tab, server }) => {
    const path = pathOf(server, renderedAgain(server));
    const button = `<button hx-get="${path}" hx-target="main" hx-swap="innerMorph">Morph</button>`;
    await tab.open(server.page(pageWith(`${button}<main>${renderedOnce(server)}</main>`, "htmx")));
    await useIslands(tab);

    await tab.click(["button", "Morph"]);

    await expectMorphed(tab);
  });
});
