import type { Tab } from "../../support/engines/tab.ts";
import { pageWith } from "./beside.ts";
import type { FixtureServer } from "./fixture-server.ts";
import {
  alive,
  counterProps,
  expect,
  expectTexts,
  islandErrors,
  scriptsRequested,
  test,
  waitForCount,
  wholePage,
} from "./test.ts";

type On = "load" | "interaction";

/** The content of slot `one`: a field, a button of the page's, and an island. */
const content = ({ islands }: FixtureServer, on: On = "load") =>
  `<input name="mail" aria-label="Mail"><button type="button" id="plain">Plain</button>${islands.render("counter", counterProps, { on })}`;

const second = "<i>Second</i>";

/** An island that the server rendered around its slots, and one in markup by hand. */
const wrappings = {
  rendered: (server: FixtureServer, on: On, props: object = {}, inner: On = "load") =>
    server.islands.render("wrapping", props, { on, id: "wrapping", slots: { one: content(server, inner), two: second } }),
  handwritten: (server: FixtureServer, on: On, props: object = {}, inner: On = "load") =>
    `<div id="wrapping" data-island="wrapping" data-island-on="${on}" data-props='${JSON.stringify(props)}'>
      <button type="button" name="toggle">Details</button>
      <aside data-island-slot="one">${content(server, inner)}</aside><p data-island-slot="two">${second}</p></div>`,
};

const page = (server: FixtureServer, html: string) =>
  server.page(wholePage(server.islands, (render) => render("counter", counterProps, { on: "load" }) + html));

/** Remembers the nodes of slot `one`, and counts presses on the page's own button. */
const remember = (tab: Tab) =>
  tab.run(() => {
    const nodes = [...document.querySelectorAll("[data-island-slot=one], [data-island-slot=one] *")];
    const state = Object.assign(window, { nodes, presses: 0, heard: 0 });
    document.querySelector("#plain")?.addEventListener("click", () => state.presses++);
    document.querySelector("[name=mail]")?.addEventListener("input", () => state.heard++);
  });

/**
 * The place of slot `one`, whether its nodes are those from before, and what was pressed and heard.
 */
const state = (tab: Tab) =>
  tab.run(() => {
    const { nodes, presses, heard } = window as unknown as { nodes: Element[]; presses: number; heard: number };
    const slot = document.querySelector("#wrapping [data-island-slot=one]");
    const now = slot ? [slot, ...slot.querySelectorAll("*")] : [];
    const same = now.length === nodes.length && now.every((node, at) => node === nodes[at]);
    return `${slot?.parentElement?.localName ?? "none"}, ${same ? "same" : "other"}, ${presses} presses, ${heard} heard`;
  });

const type = (tab: Tab, text: string) =>
  tab.run((value) => Object.assign(document.querySelector("[name=mail]") as HTMLInputElement, { value }) && undefined, text);

const innerOutput = "#wrapping [data-island=counter] output";
const innerButton = "#wrapping [data-island=counter] button";
const own = "#wrapping > section > output";

for (const kind of ["rendered", "handwritten"] as const) {
  const home = kind === "rendered" ? "slot" : "div";

  test.describe(`slots of ${kind} islands @runtime`, () => {
    test("nodes, the states of islands, focus and what was typed stay, and the part is fetched once", async ({ tab, server }) => {
      await tab.open(page(server, wrappings[kind](server, "interaction")));
      await waitForCount(tab, alive("counter"), 2);
      await remember(tab);
      expect(scriptsRequested(server)).not.toContain("slots");
      await tab.click([innerButton, "Add"]);
      await expectTexts(tab, innerOutput, ["1"]);
      await tab.focus(["input", "Mail"]);
      await tab.type("abc");
      await tab.run(() => document.querySelector<HTMLInputElement>("[name=mail]")?.setSelectionRange(1, 2));
      const heard = await state(tab);
      expect(heard).toMatch(new RegExp(`^${home}, same`));

      await tab.run(() => document.querySelector("#wrapping")?.dispatchEvent(new Event("pointerover", { bubbles: true })));
      await tab.see(alive("wrapping"));

      const focused = await tab.run(() => {
        const { name, value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
        return [name, value, selectionStart, selectionEnd];
      });
      expect(focused).toEqual(["mail", "abc", 1, 2]);
      expect(await state(tab)).toBe(heard.replace("div", "slot"));
      await tab.click([innerButton, "Add"]);
      await expectTexts(tab, innerOutput, ["2"]);
      await tab.run(() => document.querySelector("#wrapping")?.setAttribute("data-props", '{"label":"More"}'));
      await expectTexts(tab, "#wrapping > section > button", ["More"]);
      expect([await state(tab), await tab.texts(innerOutput)]).toEqual([expect.stringMatching(/^slot, same/), ["2"]]);
      expect(scriptsRequested(server).filter((name) => name === "slots").length).toBe(1);
    });

    test("what is not placed is gone, and its islands begin anew when it is placed", async ({ tab, server }) => {
      await tab.open(page(server, wrappings[kind](server, "load")));
      await tab.see(alive("wrapping"));
      await waitForCount(tab, alive("counter"), 2);
      await type(tab, "kept");
      await remember(tab);
      await tab.click([innerButton, "Add"]);
      await expectTexts(tab, innerOutput, ["1"]);

      await tab.click(["#wrapping button", "Details"]);
      await expect.poll(() => state(tab)).toMatch(/^none/);
      await waitForCount(tab, alive("counter"), 1);
      await tab.click(["#wrapping button", "Details"]);

      await waitForCount(tab, alive("counter"), 2);
      await expectTexts(tab, innerOutput, ["0"]);
      expect(await tab.valueOf(["input", "Mail"])).toBe("kept");
      await tab.click([innerButton, "Add"]);
      await expectTexts(tab, innerOutput, ["1"]);
    });

    test("what is not placed at first comes alive when it is", async ({ tab, server }) => {
      await tab.open(page(server, wrappings[kind](server, "load", { open: false })));
      await tab.see(alive("wrapping"));
      await waitForCount(tab, alive("counter"), 1);

      await tab.click(["#wrapping button", "Details"]);

      await waitForCount(tab, alive("counter"), 2);
      await tab.click([innerButton, "Add"]);
      await expectTexts(tab, innerOutput, ["1"]);
    });

    test("a failing island gives the nodes back where they were, with their islands alive", async ({ tab, server, site }) => {
      site.expected.push("island wrapping: ");
      await tab.open(page(server, wrappings[kind](server, "load")));
      await tab.see(alive("wrapping"));
      await waitForCount(tab, alive("counter"), 2);
      await remember(tab);
      await tab.click([innerButton, "Add"]);
      await expectTexts(tab, innerOutput, ["1"]);

      await tab.run(() => document.querySelector("#wrapping")?.setAttribute("data-props", '{"throws":"effect"}'));

      await expect.poll(() => islandErrors(tab)).toEqual(["wrapping: Error: broken in effect"]);
      expect(await state(tab)).toBe(`${home}, same, 0 presses, 0 heard`);
      await tab.click([innerButton, "Add"]);
      await expectTexts(tab, innerOutput, ["2"]);
      await waitForCount(tab, alive(), 2);
    });

    test("an island that throws at first leaves its slots alone", async ({ tab, server, site }) => {
      site.expected.push("island wrapping: ");
      await tab.open(page(server, wrappings[kind](server, "interaction", { throws: "browser" })));
      await waitForCount(tab, alive("counter"), 2);
      await type(tab, "kept");
      await remember(tab);
      await tab.click([innerButton, "Add"]);
      await expectTexts(tab, innerOutput, ["1"]);

      await tab.run(() => document.querySelector("#wrapping")?.dispatchEvent(new Event("pointerover", { bubbles: true })));

      await expect.poll(() => islandErrors(tab)).toEqual(["wrapping: Error: broken in browser"]);
      expect(await state(tab)).toBe(`${home}, same, 0 presses, 0 heard`);
      expect([await tab.texts(innerOutput), await tab.valueOf(["input", "Mail"])]).toEqual([["1"], "kept"]);
    });

    test("a slot that is placed twice is an error, and back where it was", async ({ tab, server, site }) => {
      site.expected.push("island wrapping: ");
      await tab.open(page(server, wrappings[kind](server, "load")));
      await tab.see(alive("wrapping"));
      await remember(tab);

      await tab.run(() => document.querySelector("#wrapping")?.setAttribute("data-props", '{"twice":true}'));

      await expect.poll(() => islandErrors(tab)).toEqual(["wrapping: Error: slot one is placed twice"]);
      expect(await state(tab)).toMatch(new RegExp(`^${home}, same`));
      await waitForCount(tab, alive("wrapping"), 0);
    });

    test("early presses reach the island in a slot, the page's own button, and the island around them", async ({
      tab,
      server,
    }) => {
      const releaseInner = server.hold("counter");
      const release = server.hold("wrapping");
      await tab.open(server.page(pageWith(wrappings[kind](server, "interaction", { open: true }, "interaction"))));
      await remember(tab);
      for (const selector of [innerButton, innerButton, "#plain", "#wrapping [name=toggle]"])
        await tab.run((pressed) => document.querySelector<HTMLElement>(pressed)?.click(), selector);
      expect(await state(tab)).toBe(`${home}, same, 1 presses, 0 heard`);

      releaseInner();
      await tab.see(alive("counter"));
      await expectTexts(tab, innerOutput, ["2"]);
      release();

      await tab.see(alive("wrapping"));
      await expectTexts(tab, own, ["1"]);
      expect(await state(tab)).toBe("none, other, 1 presses, 0 heard");
    });
  });
}

test.describe("slots in the development build @runtime", () => {
  test.use({ prelude: `addEventListener("island:mismatch", () => sessionStorage.mismatch = "found");` });

  test("what is in slots is no mismatch, placed or not, under the same policy", async ({ tab, devServer: server }) => {
    const html = [{}, { open: false }].map((props) => wrappings.rendered(server, "load", props)).join("");
    await tab.open(page(server, html.replaceAll(' id="wrapping"', "")));
    await waitForCount(tab, alive("wrapping"), 2);
    await waitForCount(tab, alive("counter"), 2);

    await tab.run(() => document.querySelectorAll<HTMLElement>("[name=toggle]")[1]?.click());

    await waitForCount(tab, alive("counter"), 3);
    expect([await islandErrors(tab), await tab.run(() => sessionStorage.mismatch ?? "none")]).toEqual([[], "none"]);
  });
});
