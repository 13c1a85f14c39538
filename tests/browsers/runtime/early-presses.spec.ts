import { alive, counterProps, expect, expectTexts, onTouch, scriptsRequested, test, wholePage } from "./test.ts";

test.describe("early presses @runtime", () => {
  test("presses before the script is there count, each once", async ({ tab, server }) => {
    const release = server.hold("/counter-");
    await tab.open(server.page(wholePage(server.islands, (render) => render("counter", counterProps, onTouch))));
    await tab.hover("button");
    await expect.poll(() => scriptsRequested(server)).toContain("counter");

    for (let press = 0; press < 3; press++) await tab.click(["button", "Add"]);
    expect(await tab.texts("output")).toEqual(["0"]);
    release();

    await expectTexts(tab, "output", ["3"]);
  });

  test("Enter and Space on a button count as presses", async ({ tab, server }) => {
    const release = server.hold("/counter-");
    await tab.open(server.page(wholePage(server.islands, (render) => render("counter", counterProps, onTouch))));
    await tab.tabTo("button");

    for (const key of ["Enter", " ", "Enter"]) await tab.press(key);
    expect(await tab.texts("output")).toEqual(["0"]);
    release();

    await expectTexts(tab, "output", ["3"]);
    await tab.press(" ");
    await expectTexts(tab, "output", ["4"]);
  });

  test("a press that begins before the island is alive and ends afterwards counts once", async ({ tab, server }) => {
    const release = server.hold("/counter-");
    await tab.open(server.page(wholePage(server.islands, (render) => render("counter", counterProps, onTouch))));
    await tab.mouseDown(["button", "Add"]);

    release();
    await tab.see(alive("counter"));
    await tab.mouseUp();

    await expectTexts(tab, "output", ["1"]);
    await tab.click(["button", "Add"]);
    await expectTexts(tab, "output", ["2"]);
  });

  test("a button that becomes busy takes the first of several presses", async ({ tab, server }) => {
    const release = server.hold("/busy-");
    await tab.open(
      server.page(wholePage(server.islands, (render) => render("busy", {}, onTouch) + render("counter", counterProps))),
    );
    for (const name of ["Order", "Send"]) for (let press = 0; press < 3; press++) await tab.click(["button", name]);

    release();
    await expectTexts(tab, "[data-island=busy] output", ["1 1"]);
    // Replayed in its turn: by then a second press of the others would have come.
    await tab.click(["button", "Add"]);

    await expectTexts(tab, "output", ["1 1", "1"]);
  });

  test("links, checkboxes, radios, summaries and submits act by themselves and are not replayed", async ({ tab, server }) => {
    const release = server.hold("/pressing-");
    await tab.open(server.page(wholePage(server.islands, (render) => render("pressing", {}, onTouch))));
    for (const selector of ["a", "[type=checkbox]", "label", "summary"]) await tab.click(selector);
    await tab.click(["button", "Press"]);

    release();

    await expectTexts(tab, "output", ["button"]);
    expect(await tab.address()).toMatch(/#elsewhere$/);
    const state = () =>
      ["[type=checkbox]:checked", "[type=radio]:checked", "details[open]"].map((part) => !!document.querySelector(part));
    expect(await tab.run(state)).toEqual([true, true, true]);
  });
});
