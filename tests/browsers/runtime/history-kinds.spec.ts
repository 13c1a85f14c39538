import { otherPage } from "./history.ts";
import { alive, expect, fieldsProps, test, wholePage } from "./test.ts";

test.use({ backForwardCache: false });

const fallback = `<form method="post" action="/native"><input name="name" aria-label="Name"><textarea name="note" aria-label="Note"></textarea>
  <input type="checkbox" name="gift" aria-label="Gift"><input type="radio" name="size" value="s" aria-label="s" checked><input type="radio" name="size" value="m" aria-label="m">
  <select name="colour" aria-label="Colour"><option value="red">Red</option><option value="green" selected>Green</option><option value="blue">Blue</option></select></form>`;

for (const kind of ["rendered", "fallback"] as const) {
  test(`on the way back without the back-forward cache every kind of field of a ${kind} island holds what was typed @runtime`, async ({
    tab,
    server,
  }) => {
    const html = wholePage(server.islands, (render, wrap) =>
      kind === "rendered" ? render("fields", fieldsProps) : wrap("fields", fieldsProps, {}, fallback),
    );
    await tab.open(server.page(html));
    await tab.see(alive("fields"));
    await tab.fill(["input", "Name"], "Ann");
    await tab.fill(["textarea", "Note"], "soft");
    await tab.click(["input", "Gift"]);
    await tab.click(["input", "m"]);
    await tab.choose(["select", "Colour"], "Blue");
    await tab.open(server.page(otherPage));
    await tab.see(["p", "Other"]);

    await tab.back();
    await tab.see(alive("fields"));

    const typed = { name: "Ann", note: "soft", gift: true, size: "m", colour: "blue" };
    // Firefox does not restore fields that a script created: page and component both start with the
    // initial values.
    const state = kind === "fallback" && tab.engine === "firefox" ? fieldsProps : typed;
    await expect.poll(async () => JSON.parse((await tab.texts("output"))[0] ?? "")).toEqual(state);
    expect(await tab.valueOf(["input", "Name"])).toBe(state.name);
  });
}
