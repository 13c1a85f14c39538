import { alive, expect, expectTexts, fieldsProps, islandErrors, onTouch, test, wholePage } from "./test.ts";

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
});
