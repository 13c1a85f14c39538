import { setTimeout } from "node:timers/promises";
import { expect, expectTexts, fieldsProps, islandErrors, onTouch, test, wholePage } from "./test.ts";

test.describe("early submits @runtime", () => {
  test("an early submit is held, and sent once by the component with what was typed", async ({ tab, server }) => {
    const release = server.hold("/fields-");
    await tab.open(server.page(wholePage(server.islands, (render) => render("fields", fieldsProps, onTouch))));
    await tab.fill(["input", "Name"], "Ann");
    await tab.click(["button", "Send"]);
    await tab.click(["button", "Send"]);

    release();

    await expectTexts(tab, "li", ["Ann by send"]);
    await setTimeout(100); // a second press would come now
    expect(await tab.texts("li")).toEqual(["Ann by send"]);
    expect(server.posted).toEqual([]);
  });

  for (const [title, status, body] of [
    ["is missing", 404, "not found"],
    ["is broken", 200, "export default ="],
  ] as const) {
    test(`when the file ${title}, an early submit is posted by the browser with its button`, async ({ tab, server, site }) => {
      site.expected.push("island fields: ");
      const release = server.hold("fields-");
      server.override("/fields-", status, body);
      await tab.open(server.page(wholePage(server.islands, (render) => render("fields", fieldsProps, onTouch))));
      await tab.fill(["input", "Name"], "Ann");
      await tab.click(["button", "Send"]);

      release();
      await tab.see(["p", "Posted"]);

      expect(server.posted).toEqual(["name=Ann&note=&size=s&colour=green&by=send"]);
      expect(await islandErrors(tab)).toEqual([expect.stringMatching(/^fields: /)]);
    });
  }

  test("when the script takes too long, an early submit is posted by the browser with its button", async ({ tab, server }) => {
    const release = server.hold("/fields-");
    await tab.open(server.page(wholePage(server.islands, (render) => render("fields", fieldsProps, onTouch))));
    await tab.fill(["input", "Name"], "Ann");

    await tab.click(["button", "Save"]);
    await tab.see(["p", "Posted"]);

    expect(server.posted).toEqual(["name=Ann&note=&size=s&colour=green&by=save"]);
    release();
  });
});
