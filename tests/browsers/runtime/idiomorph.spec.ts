import { pageWith, test } from "./beside.ts";
import { expectMorphed, renderedAgain, renderedOnce, useIslands } from "./morphed.ts";
import { alive, counterProps, expect, expectTexts, fieldsProps, waitForCount } from "./test.ts";

type Page = { Idiomorph: { morph(old: Element, html: string, options: object): void } };

/** Morphs the page's body into new server HTML. */
const morph = (html: string): void =>
  (window as unknown as Page).Idiomorph.morph(document.body, html, { morphStyle: "innerHTML" });

test.describe("Idiomorph @runtime", () => {
  test("a morph keeps live islands, and shows their new props", async ({ tab, server }) => {
    await tab.open(server.page(pageWith(renderedOnce(server), "idiomorph")));
    await useIslands(tab);

    await tab.run(morph, renderedAgain(server));

    await expectMorphed(tab);
  });

  test("an island that a morph makes another one, or none, has ended; what it brings comes alive", async ({ tab, server }) => {
    const { islands } = server;
    const [counter, fields] = [islands.render("counter", counterProps), islands.render("fields", fieldsProps)];
    await tab.open(server.page(pageWith(counter + counter, "idiomorph")));
    await waitForCount(tab, alive("counter"), 2);
    await tab.click(["div:nth-of-type(1) button", "Add"]);

    await tab.run(morph, `${fields}<div><p>Plain</p></div><section>${counter}</section>`);

    await waitForCount(tab, alive(), 2);
    await expectTexts(tab, "body > div > p", ["Plain"]);
    await tab.fill([`${alive("fields")} input`, "Name"], "Ann");
    await tab.click([`section ${alive("counter")} button`, "Add"]);
    await expectTexts(tab, "output", [JSON.stringify({ ...fieldsProps, name: "Ann" }), "1"]);
  });

  test("islands of a list go with their ids", async ({ tab, server }) => {
    const item = (name: string) =>
      server.islands.render("counter", { ...counterProps, label: name }, { tag: "li", id: name.toLowerCase() });
    await tab.open(server.page(pageWith(`<ul>${item("One")}${item("Two")}</ul>`, "idiomorph")));
    await waitForCount(tab, alive("counter"), 2);
    await tab.click(["button", "Two"]);
    await expectTexts(tab, "output", ["0", "1"]);

    await tab.run(morph, `<ul>${item("Two")}${item("New")}${item("One")}</ul>`);

    await waitForCount(tab, alive("counter"), 3);
    await expectTexts(tab, "output", ["1", "0", "0"]);
    for (const name of ["One", "Two", "New"]) await tab.click(["button", name]);
    await expectTexts(tab, "output", ["2", "1", "1"]);
    expect(await tab.texts("button")).toEqual(["Two", "New", "One"]);
  });
});
