import { pageWith, test } from "./beside.ts";
import { alive, counterProps, expectTexts, waitForCount } from "./test.ts";

test.describe("Alpine @runtime", () => {
  test("islands of its templates come alive, go and move; bound props are shown with the state kept", async ({ tab, server }) => {
    const { islands } = server;
    const bound = islands
      .render("counter", counterProps)
      .replace("<div", `<div :data-prop-label="label"`)
      .replace(/ data-ssr="[^"]*"/, "");
    const shown = islands.render("counter", { ...counterProps, label: "Shown" });
    const listed = islands
      .render("counter", counterProps, { tag: "li" })
      .replace("<li", `<li :data-prop-label="name"`)
      .replace(/ data-ssr="[^"]*"/, "");
    const body = `
      <main x-data="{ label: 'Add', open: false, names: ['One', 'Two'] }">
        <button @click="label = 'More'">Rename</button>
        <button @click="open = !open">Toggle</button>
        <button @click="names = ['Two', 'New', 'One']">List</button>
        ${bound}<template x-if="open">${shown}</template>
        <ul><template x-for="name in names" :key="name">${listed}</template></ul>
      </main>`;
    await tab.open(server.page(pageWith(body, "alpine")));
    await waitForCount(tab, alive(), 3);
    await tab.click(["button", "Add"]);
    await tab.click(["button", "Two"]);
    await expectTexts(tab, "output", ["1", "0", "1"]);

    await tab.click(["button", "Rename"]);
    await tab.click(["button", "More"]);
    await tab.click(["button", "Toggle"]);
    await tab.click([`${alive()} button`, "Shown"]);
    await expectTexts(tab, "output", ["2", "1", "0", "1"]);
    await tab.click(["button", "Toggle"]);
    await expectTexts(tab, "output", ["2", "0", "1"]);
    await tab.click(["button", "Toggle"]);
    await tab.click(["button", "List"]);

    await waitForCount(tab, alive(), 5);
    await expectTexts(tab, "li button", ["Two", "New", "One"]);
    await expectTexts(tab, "output", ["2", "0", "1", "0", "0"]);
  });
});
