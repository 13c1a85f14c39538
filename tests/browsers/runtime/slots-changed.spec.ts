import { pageWith, pathOf, test } from "./beside.ts";
import type { FixtureServer } from "./fixture-server.ts";
import { alive, counterProps, expect, expectTexts, waitForCount } from "./test.ts";

type Page = { Idiomorph: { morph(old: Element, html: string, options: object): void } };

/** Morphs the page's body into new server HTML. */
const morph = (html: string): void =>
  (window as unknown as Page).Idiomorph.morph(document.body, html, { morphStyle: "innerHTML" });

/** The content of slot `one`, whose field and island a morph finds again by their ids. */
const content = ({ islands }: FixtureServer, text: string) =>
  `<b>${text}</b><input id="mail" aria-label="Mail">${islands.render("counter", counterProps, { on: "load", id: "inner" })}`;

const rendered = (server: FixtureServer, text: string, props: object = {}) =>
  server.islands.render("wrapping", props, { on: "load", slots: { one: content(server, text), two: `<i>${text}</i>` } });

const handwritten = (server: FixtureServer, text: string, props: object = {}, tag = "div") =>
  `<div data-island="wrapping" data-island-on="load" data-props='${JSON.stringify(props)}'><p>Fallback</p>
    <${tag} data-island-slot="one">${content(server, text)}</${tag}></div>`;

const innerOutput = `article #inner${alive("counter")} output`;

test.describe("slots that others change @runtime", () => {
  test("a morph of markup by hand keeps fields and live islands in a slot", async ({ tab, server }) => {
    await tab.open(server.page(pageWith(handwritten(server, "Before"), "idiomorph")));
    await waitForCount(tab, alive(), 2);
    await tab.click([`${alive("counter")} button`, "Add"]);
    await tab.fill(["input", "Own name"], "Ann");
    // Idiomorph empties a field that is not focused, as in any page, but keeps the element.
    await tab.run(() => void Object.assign(window, { mail: document.querySelector("#mail") }));

    await tab.run(morph, handwritten(server, "After", { label: "More" }));

    await expectTexts(tab, "[data-island=wrapping] > section > button", ["More"]);
    await expectTexts(tab, "article b", ["After"]);
    const isSame = () => (window as unknown as { mail: Element }).mail === document.querySelector("article #mail");
    expect([await tab.run(isSame), await tab.valueOf(["input", "Own name"])]).toEqual([true, "Ann"]);
    await tab.click([`${alive("counter")} button`, "Add"]);
    await expectTexts(tab, innerOutput, ["2"]);
    await waitForCount(tab, alive(), 2);
    await waitForCount(tab, "[data-island=wrapping] > p", 0);
  });

  test("a morph that turns the component's own element into a slot changes the slot alone", async ({ tab, server }) => {
    await tab.open(server.page(pageWith(handwritten(server, "Before", {}, "section"), "idiomorph")));
    await waitForCount(tab, alive(), 2);
    await tab.fill(["input", "Own name"], "Ann");

    await tab.run(morph, handwritten(server, "After", { label: "More" }, "section"));

    await expectTexts(tab, "[data-island=wrapping] > section > button", ["More"]);
    await expectTexts(tab, "article b", ["After"]);
    expect(await tab.valueOf(["input", "Own name"])).toBe("Ann");
    await waitForCount(tab, alive(), 2);
    await tab.click([`${alive("counter")} button`, "Add"]);
    await expectTexts(tab, innerOutput, ["1"]);
  });

  test("a morph that brings a slot in a template shows it where the component has its place", async ({ tab, server }) => {
    await tab.open(server.page(pageWith(rendered(server, "Before"), "idiomorph")));
    await waitForCount(tab, alive(), 2);

    await tab.run(morph, rendered(server, "After", { open: false }));

    await expectTexts(tab, "article b, footer i", ["After", "After"]);
    await tab.click([`${alive("counter")} button`, "Add"]);
    await expectTexts(tab, innerOutput, ["1"]);
  });

  test("a morph changes a slot that is not placed", async ({ tab, server }) => {
    await tab.open(server.page(pageWith(rendered(server, "Before", { open: false }), "idiomorph")));
    await waitForCount(tab, alive(), 1);

    await tab.run(morph, rendered(server, "After"));
    await expectTexts(tab, "footer i", ["After"]);
    await waitForCount(tab, "article", 0);
    await tab.click(["[data-island=wrapping] button", "Details"]);

    await expectTexts(tab, "article b", ["After"]);
    await waitForCount(tab, alive(), 2);
  });

  test("a morph into another island shows that one's slots", async ({ tab, server }) => {
    const html = (name: string, text: string, on = "never") =>
      `<div data-island="${name}" data-island-on="${on}"><p data-island-slot="two">${text}</p></div>`;
    await tab.open(server.page(pageWith(html("wrapping", "Before", "load"), "idiomorph")));
    await expectTexts(tab, `${alive("wrapping")} footer`, ["Before"]);

    await tab.run(morph, html("pressing", "After"));

    await expectTexts(tab, "[data-island-slot=two]", ["After"]);
  });

  test("a slot that htmx swaps is the new one from then on, and one that it deletes stays away", async ({ tab, server }) => {
    const swap = (name: string, style: string) =>
      `<button hx-get="${pathOf(server, `<div data-island-slot="one">${content(server, "After")}</div>`)}" hx-target="[data-island-slot=one]" hx-swap="${style}">${name}</button>`;
    const body = `${swap("Swap", "outerHTML")}${swap("Delete", "delete")}${rendered(server, "Before")}`;
    await tab.open(server.page(pageWith(body, "htmx")));
    await waitForCount(tab, alive(), 2);

    await tab.click(["button", "Swap"]);
    await expectTexts(tab, "article b", ["After"]);
    await tab.click(["[data-island=wrapping] button", "Details"]);
    await waitForCount(tab, "article", 0);
    await tab.click(["[data-island=wrapping] button", "Details"]);
    await expectTexts(tab, "article b", ["After"]);
    await waitForCount(tab, alive(), 2);

    await tab.click(["button", "Delete"]);
    await waitForCount(tab, "article b", 0);
    await tab.click(["[data-island=wrapping] button", "Details"]);
    await tab.click(["[data-island=wrapping] button", "Details"]);
    await waitForCount(tab, "article", 1);
    await waitForCount(tab, "article b", 0);
  });

  test("a page that Turbo shows again has the slot that was not placed", async ({ tab, server }) => {
    const link = `<a href="${pathOf(server, pageWith("<h1>Second</h1>", "turbo"))}">Go on</a>`;
    await tab.open(server.page(pageWith(`${link}${rendered(server, "First")}`, "turbo")));
    await waitForCount(tab, alive(), 2);
    await tab.click(["[data-island=wrapping] button", "Details"]);
    await waitForCount(tab, alive(), 1);

    await tab.click(["a", "Go on"]);
    await expectTexts(tab, "h1", ["Second"]);
    await tab.back();
    // The island starts again from the server's props, with which it shows the slot.
    await waitForCount(tab, alive(), 2);

    await expectTexts(tab, "article b, footer i", ["First", "First"]);
    await tab.click([`${alive("counter")} button`, "Add"]);
    await expectTexts(tab, innerOutput, ["1"]);
  });

  test("a hydrated island's slot makes no second custom element", async ({ tab, server }) => {
    const html = server.islands.render("wrapping", {}, { on: "interaction", slots: { one: "<x-made></x-made>" } });
    await tab.open(server.page(pageWith(html)));
    await tab.run(() => {
      const state = Object.assign(window, { made: 0 });
      customElements.define(
        "x-made",
        class extends HTMLElement {
          constructor() {
            super();
            state.made++;
          }
        },
      );
    });

    await tab.run(() => document.querySelector("[data-island]")?.dispatchEvent(new Event("pointerover", { bubbles: true })));
    await waitForCount(tab, alive("wrapping"), 1);

    expect(await tab.run(() => (window as unknown as { made: number }).made)).toBe(1);
  });
});
