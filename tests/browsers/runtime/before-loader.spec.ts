import { alive, counterProps, expect, expectTexts, fieldsProps, test } from "./test.ts";

test("before the loader has arrived what is typed is kept, a button without a form does nothing, and a form posts @runtime", async ({
  tab,
  server,
}) => {
  // The policy does not allow a script that a test adds.
  server.policy = "";
  const { islands } = server;
  const body = islands.render("counter", counterProps, { on: "load" }) + islands.render("fields", fieldsProps, { on: "load" });
  // The loader is added after all this, because a page that waits for its script does not count as
  // loaded.
  await tab.open(server.page(`<!doctype html><html lang="en"><head><title>Slow</title></head><body>${body}</body></html>`));
  await tab.fill(["input", "Name"], "Ann");
  await tab.click(["button", "Add"]);
  await tab.click(["input", "Gift"]);
  await tab.run(() => {
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src: "/static/islands/entry.js" }));
  });
  await tab.see(alive("fields"));
  await tab.see(alive("counter"));

  const state = { ...fieldsProps, name: "Ann", gift: true };
  await expect.poll(async () => JSON.parse((await tab.texts("form output"))[0] ?? "")).toEqual(state);
  await expectTexts(tab, "p output", ["0"]);
  await tab.click(["button", "Add"]);
  await expectTexts(tab, "p output", ["1"]);

  await tab.reload();
  await tab.fill(["input", "Name"], "Bea");
  await tab.click(["button", "Save"]);
  await tab.see(["p", "Posted"]);
  expect(server.posted.at(-1)).toContain("name=Bea");
  expect(server.posted.at(-1)).toContain("by=save");
});
