import { alive, expect, expectTexts, fieldsProps, onTouch, test, wholePage } from "./test.ts";

const focused = () => document.activeElement?.getAttribute("name");

test.describe("early typing @runtime", () => {
  test("what is typed before and during the start is in the page and in the component, and caret and focus stay", async ({
    tab,
    server,
  }) => {
    const release = server.hold("/fields-");
    await tab.open(server.page(wholePage(server.islands, (render) => render("fields", fieldsProps, onTouch))));
    await tab.click(["input", "Gift"]);
    await tab.click(["input", "m"]);
    await tab.choose(["select", "Colour"], "Blue");
    await tab.fill(["textarea", "Note"], "soft");
    await tab.fill(["input", "Name"], "Ann Lea");
    for (let step = 0; step < 4; step++) await tab.press("ArrowLeft");

    release();
    await tab.see(alive("fields"));
    expect(await tab.run(focused)).toBe("name");
    await tab.type("a");

    expect(await tab.valueOf(["input", "Name"])).toBe("Anna Lea");
    const state = { name: "Anna Lea", note: "soft", gift: true, size: "m", colour: "blue" };
    await expect.poll(async () => JSON.parse((await tab.texts("output"))[0] ?? "")).toEqual(state);
  });

  test("values and focus of a fallback go over to the fields that replace it", async ({ tab, server }) => {
    const fallback = `<form method="post" action="/native"><label>Name <input name="name"></label><button name="by" value="save">Save</button></form>`;
    const release = server.hold("/fields-");
    await tab.open(server.page(wholePage(server.islands, (_render, wrap) => wrap("fields", fieldsProps, onTouch, fallback))));
    await tab.fill(["input", "Name"], "Ann");
    await tab.press("ArrowLeft");

    release();
    await tab.see(alive("fields"));
    expect(await tab.run(focused)).toBe("name");
    await tab.type("i");

    expect(await tab.valueOf(["input", "Name"])).toBe("Anin");
    await expect.poll(() => tab.texts("output")).toEqual([expect.stringContaining('"name":"Anin"')]);
  });

  test("HTML of another build is drawn anew with what was typed in it", async ({ tab, server }) => {
    const html = wholePage(server.islands, (render) => render("fields", fieldsProps, onTouch)).replace(
      /data-ssr="[^"]+"/,
      'data-ssr="older"',
    );
    const release = server.hold("/fields-");
    await tab.open(server.page(html));
    await tab.fill(["input", "Name"], "Ann");

    release();
    await tab.see(alive("fields"));

    expect(await tab.valueOf(["input", "Name"])).toBe("Ann");
    await expect.poll(() => tab.texts("output")).toEqual([expect.stringContaining('"name":"Ann"')]);
  });

  for (const kind of ["rendered", "fallback"] as const) {
    test(`what is typed into an editable element of a ${kind} island stays, with the caret, and the component knows`, async ({
      tab,
      server,
    }) => {
      const fallback = `<section><h2>Note</h2><div contenteditable role="textbox" aria-label="Note">Nothing yet</div></section>`;
      const release = server.hold("/remote-");
      const html = wholePage(server.islands, (render, wrap) =>
        kind === "rendered" ? render("remote", {}, onTouch) : wrap("remote", {}, onTouch, fallback),
      );
      await tab.open(server.page(html));
      await tab.click("[contenteditable]");
      await tab.press("End");
      await tab.type(", Ann");
      for (let step = 0; step < 3; step++) await tab.press("ArrowLeft");

      release();
      await tab.see(alive("remote"));
      await tab.type("Lea ");

      await expectTexts(tab, "[contenteditable]", ["Nothing yet, Lea Ann"]);
      await expectTexts(tab, "section > p", ["Nothing yet, Lea Ann"]);
    });
  }
});
