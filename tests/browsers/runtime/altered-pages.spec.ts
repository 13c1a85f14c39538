import { start, states, textOf } from "../../islands/text-states.ts";
import type { Tab } from "../../support/engines/tab.ts";
import { alive, expect, expectTexts, fieldsProps, islandErrors, onTouch, scriptsRequested, test, wholePage } from "./test.ts";

/**
 * Wraps each text as a translator does, and inserts a button and a field at the beginning, as
 * extensions do.
 */
function alterPage(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.trim() === "" || text.parentElement?.closest("script,option,textarea,[contenteditable]")) continue;
    const outer = document.createElement("font");
    const inner = outer.appendChild(document.createElement("font"));
    text.replaceWith(outer);
    inner.append(text.data);
  }
  for (const first of document.querySelectorAll("[data-island] button:first-of-type, [data-island] input:first-of-type")) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Fill in" });
    const field = Object.assign(document.createElement("input"), { ariaLabel: "Search" });
    first.before(button, field);
  }
}

/** Gives the island `texts` other props. */
function showState(props: string): void {
  document.querySelector("[data-island=texts]")?.setAttribute("data-props", props);
}

/** Replaces each text of the island `texts`. */
function replaceTexts(way: string): void {
  const walker = document.createTreeWalker(document.querySelector("[data-island=texts]") as Element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.trim() === "" || text.parentElement?.closest("font,mark")) continue;
    const outer = document.createElement("font");
    if (way === "a text") text.replaceWith(text.data);
    else if (way === "two nodes") {
      outer.append(text.data.slice(1));
      text.replaceWith(text.data.slice(0, 1), outer);
    } else if (way === "a wrapper") {
      outer.append(text.data);
      text.replaceWith(outer);
    } else {
      const wrapper = document.createElement("mark");
      text.before(wrapper);
      wrapper.append(text);
    }
  }
}

/** The text of the island `texts` after the next frame. */
const textOfIsland = (tab: Tab): Promise<string> =>
  tab.run(async () => {
    await new Promise(requestAnimationFrame);
    return document.querySelector("[data-island=texts]")?.textContent ?? "";
  });

test.describe("pages that others have altered @runtime @short", () => {
  test("presses and typed texts are given to their own buttons and fields", async ({ tab, server }) => {
    const release = server.hold("/core-");
    await tab.open(
      server.page(wholePage(server.islands, (render) => render("remote", {}, onTouch) + render("fields", fieldsProps, onTouch))),
    );
    await tab.run(alterPage);
    for (const name of ["+", "Call us", "−"]) await tab.click(["button", name]);
    await tab.fill(["textarea", "Note"], "soft");
    await tab.fill(["input", "Name"], "Ann");

    release();

    await tab.see(alive("remote"));
    await tab.see(alive("fields"));
    await expectTexts(tab, "[data-island=remote] output", ["plus call minus"]);
    const state = { name: "Ann", note: "soft", gift: false, size: "s", colour: "green" };
    await expect.poll(async () => JSON.parse((await tab.texts("[data-island=fields] output"))[0] ?? "")).toEqual(state);
    expect(await islandErrors(tab)).toEqual([]);
  });

  for (const way of ["a wrapper", "a text", "two nodes", "a wrapper around it"])
    test(`texts are those of the state one frame later, although ${way} replaced them`, async ({ tab, server }) => {
      await tab.open(server.page(wholePage(server.islands, (render) => render("texts", start, { on: "load" }))));
      await tab.see(alive("texts"));
      const shown: string[] = [];
      await tab.run(replaceTexts, way);
      // The part that handles replaced texts is fetched now.
      await expect.poll(() => scriptsRequested(server)).toContain("altered");
      await expect.poll(() => tab.count("[data-island] font, [data-island] mark")).toBe(0);
      for (const state of [start, ...states]) {
        await tab.run(showState, JSON.stringify(state));
        shown.push(await textOfIsland(tab));
        await tab.run(replaceTexts, way);
        shown.push(await textOfIsland(tab));
      }
      expect(shown).toEqual([start, ...states].flatMap((state) => [textOf(state), textOf(state)]));
      expect(await islandErrors(tab)).toEqual([]);
    });
});
