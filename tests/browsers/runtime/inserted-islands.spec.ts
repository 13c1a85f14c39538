import { alive, counterProps, expect, expectTexts, test, wholePage } from "./test.ts";

test.describe("inserted HTML @runtime", () => {
  test("inserted HTML comes alive, moves with its state, and leaves nothing behind", async ({ tab, server }) => {
    const inserted = server.islands.render("counter", { ...counterProps, start: 4 });
    const { pathname } = new URL(server.page(inserted + server.islands.render("ticking", {})));
    const html = wholePage(server.islands, (render) => `<aside></aside>${render("fragment", { path: pathname })}`);
    await tab.open(server.page(html));
    await tab.click(["button", "Show"]);

    await tab.see(alive("counter"));
    await tab.click(["button", "Add"]);
    await expectTexts(tab, "[data-island=counter] output", ["5"]);
    await tab.run(() => document.querySelector("aside")?.append(document.querySelector("[data-island=counter]") ?? ""));
    await tab.click(["button", "Add"]);
    await expectTexts(tab, "aside [data-island=counter] output", ["6"]);

    await tab.see(alive("ticking"));
    const ticks = await tab.run(async () => {
      const ticking = document.querySelector("[data-island=ticking]");
      const wait = () => new Promise((resolve) => setTimeout(resolve, 60));
      const before = ticking?.textContent;
      await wait();
      const running = ticking?.textContent;
      ticking?.remove();
      await wait();
      const after = ticking?.textContent;
      await wait();
      return { ran: before !== running, stopped: after === ticking?.textContent };
    });
    expect(ticks).toEqual({ ran: true, stopped: true });
  });

  test("rows and items that are inserted come alive, and keep what they hold when they change places", async ({
    tab,
    server,
  }) => {
    const { islands } = server;
    const rows = ["Lemon", "Plum"].map((name) => islands.render("row", { name }, { tag: "tr" })).join("");
    const { pathname } = new URL(server.page(`<table><tbody>${rows}</tbody></table>`));
    await tab.open(server.page(wholePage(islands, (render) => render("fragment", { path: pathname }))));
    await tab.click(["button", "Show"]);
    await expectTexts(tab, `${alive("row")} th`, ["Lemon", "Plum"]);
    await tab.click("tr:first-child button");
    await expectTexts(tab, "tr:first-child td:last-child", ["1"]);

    await tab.run(() => document.querySelector("tbody")?.append(document.querySelector("tr") ?? ""));
    await tab.click("tr:last-child button");

    await expectTexts(tab, "tr", ["PlumMore0", "LemonMore2"]);
  });
});

test.describe("many insertions @runtime", () => {
  // Counts the running timers and listeners in the page.
  test.use({
    prelude: `
      window.taken = { intervals: 0, listeners: 0 };
      const { setInterval, clearInterval, addEventListener, removeEventListener } = window;
      window.setInterval = (...rest) => { taken.intervals++; return setInterval(...rest); };
      window.clearInterval = (interval) => { taken.intervals--; clearInterval(interval); };
      for (const target of [window, document]) {
        target.addEventListener = (...rest) => { taken.listeners++; addEventListener.apply(target, rest); };
        target.removeEventListener = (...rest) => { taken.listeners--; removeEventListener.apply(target, rest); };
      }`,
  });

  test("a thousand islands that come and go leave nothing running", async ({ tab, server }) => {
    await tab.open(server.page(wholePage(server.islands, (render) => `${render("ticking", {})}<main></main>`)));
    await tab.see(alive("ticking"));
    const taken = () => ({ ...(window as unknown as { taken: { intervals: number; listeners: number } }).taken });
    await expect.poll(async () => (await tab.run(taken)).intervals).toBe(1);
    const before = await tab.run(taken);

    const most = await tab.run(async () => {
      const main = document.querySelector("main") as Element;
      const island = document.querySelector("[data-island=ticking]") as Element;
      const { taken } = window as unknown as { taken: { intervals: number } };
      let most = 0;
      for (let round = 0; round < 50; round++) {
        main.append(...Array.from({ length: 20 }, () => island.cloneNode(true)));
        while (taken.intervals < 21) await new Promise((resolve) => setTimeout(resolve));
        most = Math.max(most, taken.intervals);
        main.replaceChildren();
        await new Promise((resolve) => setTimeout(resolve));
      }
      return most;
    });

    expect(most).toBe(21);
    await expect.poll(() => tab.run(taken)).toEqual(before);
  });
});
