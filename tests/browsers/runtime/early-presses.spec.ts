import { alive, counterProps, expect, expectTexts, fieldsProps, onTouch, scriptsRequested, test, wholePage } from "./test.ts";

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

  test("nothing is replaced while a press is on its way: the island waits for its end, and it counts once", async ({
    tab,
    server,
  }) => {
    const fallback = `<p><button type="button">Add</button> <output>waiting</output></p>`;
    const release = server.hold("/counter-");
    await tab.open(
      server.page(
        wholePage(
          server.islands,
          (render, wrap) => wrap("counter", counterProps, onTouch, fallback) + render("fields", fieldsProps, onTouch),
        ),
      ),
    );
    await tab.mouseDown(["button", "Add"]);
    release();
    // Once the other island is alive, the counter's files are loaded too.
    await tab.focus(["input", "Name"]);
    await tab.see(alive("fields"));
    expect(await tab.texts("[data-island=counter] output")).toEqual(["waiting"]);
    await tab.mouseUp();

    await tab.see(alive("counter"));
    await expectTexts(tab, "[data-island=counter] output", ["1"]);
    await tab.click(["button", "Add"]);
    await expectTexts(tab, "[data-island=counter] output", ["2"]);
  });

  test("presses on content that is replaced go to the button with their id, name and value, or place", async ({
    tab,
    server,
  }) => {
    const fallback = `<p><button type="button">+ or −</button><button type="button"><b>+</b></button><button type="button" id="call">Phone</button>
      <button type="button" name="by" value="mail">Mail</button> <span role="button" tabindex="0">Turn</span></p>`;
    const release = server.hold("/remote-");
    await tab.open(server.page(wholePage(server.islands, (_, wrap) => wrap("remote", {}, onTouch, fallback))));
    for (const target of ["b", "#call", "[value=mail]", "button"]) await tab.click(target);
    await tab.click("b");
    await tab.click("b");
    await tab.focus("[role=button]");
    for (const key of ["Enter", " "]) await tab.press(key);

    release();

    await expectTexts(tab, "output", ["plus call mail minus plus plus turn turn"]);
  });

  test("Enter and Space on an element with the role of a button count as presses", async ({ tab, server }) => {
    const release = server.hold("/remote-");
    await tab.open(server.page(wholePage(server.islands, (render) => render("remote", {}, onTouch))));
    await tab.tabTo("div[role=button]");
    for (const key of ["Enter", " ", "x"]) await tab.press(key);
    expect(await tab.texts("output")).toEqual([""]);

    release();

    await expectTexts(tab, "output", ["turn turn"]);
    await tab.press("Enter");
    await expectTexts(tab, "output", ["turn turn turn"]);
  });

  test("a button that becomes busy takes the first of several presses", async ({ tab, server }) => {
    const release = server.hold("/busy-");
    await tab.open(
      server.page(wholePage(server.islands, (render) => render("busy", {}, onTouch) + render("counter", counterProps))),
    );
    for (const name of ["Order", "Send"]) for (let press = 0; press < 3; press++) await tab.click(["button", name]);

    release();
    await expectTexts(tab, "[data-island=busy] output", ["1 1"]);
    // The first press of each button was replayed. If further presses were replayed too, their
    // effect would show by the time the counter below has counted its press.
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
