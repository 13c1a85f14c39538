import { pageWith, test } from "./beside.ts";
import type { FixtureServer } from "./fixture-server.ts";
import { alive, counterProps, expect, expectTexts, waitForCount } from "./test.ts";

type Page = { Idiomorph: { morph(old: Element, html: string, options: object): void } };

/** Morphs the page's body into new server HTML. */
const morph = (html: string): void =>
  (window as unknown as Page).Idiomorph.morph(document.body, html, { morphStyle: "innerHTML" });

const islandWith = ({ islands }: FixtureServer, text: string, label: string) => {
  const one = `<b>${text}</b>${islands.render("counter", counterProps, { on: "load" })}`;
  return islands.render("wrapping", { label }, { on: "load", slots: { one, two: `<i>${text}</i>` } });
};

test.describe("slots beside Idiomorph @runtime", () => {
  test("a morph changes what is in slots, keeps the live islands there, and shows new props", async ({ tab, server }) => {
    await tab.open(server.page(pageWith(islandWith(server, "Before", "Details"), "idiomorph")));
    await waitForCount(tab, alive(), 2);
    await tab.click([`${alive("counter")} button`, "Add"]);
    await tab.fill(["input", "Own name"], "Ann");

    await tab.run(morph, islandWith(server, "After", "More"));

    await expectTexts(tab, "section > button", ["More"]);
    await expectTexts(tab, "article b, footer i", ["After", "After"]);
    await tab.click([`${alive("counter")} button`, "Add"]);
    await expectTexts(tab, `${alive("counter")} output`, ["2"]);
    await expectTexts(tab, "section > output", ["0 Ann"]);
    await waitForCount(tab, alive(), 2);
  });

  test("a morph of markup by hand keeps the slots that stand in the component", async ({ tab, server }) => {
    const byHand = (text: string, label: string) =>
      `<div data-island="wrapping" data-island-on="load" data-prop-label="${label}"><p>Fallback</p>
        <div data-island-slot="one"><b>${text}</b>${server.islands.render("counter", counterProps, { on: "load" })}</div></div>`;
    await tab.open(server.page(pageWith(byHand("Before", "Details"), "idiomorph")));
    await waitForCount(tab, alive(), 2);
    await tab.click([`${alive("counter")} button`, "Add"]);

    await tab.run(morph, byHand("After", "More"));

    await expectTexts(tab, "section > button", ["More"]);
    await waitForCount(tab, alive(), 2);
    await waitForCount(tab, "article [data-island-slot] b", 1);
    await tab.click([`${alive("counter")} button`, "Add"]);
    await expect.poll(() => tab.texts(`${alive("counter")} output`)).toEqual([expect.stringMatching(/^[12]$/)]);
    await waitForCount(tab, "[data-island=wrapping] > p", 0);
  });
});
