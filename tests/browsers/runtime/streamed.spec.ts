import { jsonScript } from "../../../server/web/html.ts";
import type { FixtureServer } from "./fixture-server.ts";
import { counterProps, expect, test, wholePage } from "./test.ts";

/** Two counters with shared props, of which the second part of the page holds one and the props. */
function streamedPage({ islands }: FixtureServer): [string, string] {
  const rest = "<!-- the rest -->";
  const html = wholePage(islands, (render) => {
    const shared = jsonScript("shared", { ...counterProps, start: 5 });
    const first = render("counter", { ...counterProps, start: 7 }, { on: "load" });
    const waiting = render("counter", { ...counterProps, start: 5 }, { on: "load", ref: "shared" });
    return `<main><div>${first}</div><div>${waiting}</div>${rest}<p>more</p>${shared}</main>`;
  });
  const [before = "", after = ""] = html.split(rest);
  return [`${before}<p>`, `</p>${after}`];
}

test.describe("a page that arrives slowly @runtime", () => {
  test("an island is alive while the rest of its page has not come, one whose props have not come waits", async ({
    tab,
    server,
  }) => {
    // In a frame: a driver waits for a page until it is whole.
    await tab.open(server.page("<!doctype html><head></head><body></body>"));
    await tab.run(
      (source) => document.body.append(Object.assign(document.createElement("iframe"), { src: source })),
      server.page(...streamedPage(server)),
    );
    const inFrame = () => {
      const page = document.querySelector("iframe")?.contentDocument;
      const islands = [...(page?.querySelectorAll("[data-island]") ?? [])];
      const texts = islands.map((el) => `${el.querySelector("output")?.textContent} ${el.hasAttribute("data-island-alive")}`);
      return { texts, isLoading: page?.readyState === "loading" };
    };
    const press = () =>
      tab.run(() => {
        for (const button of document.querySelector("iframe")?.contentDocument?.querySelectorAll("button") ?? []) button.click();
      });
    await expect.poll(() => tab.run(inFrame)).toEqual({ texts: ["7 true", "5 false"], isLoading: true });

    await press();
    await expect.poll(() => tab.run(inFrame)).toEqual({ texts: ["8 true", "5 false"], isLoading: true });

    server.sendNext();
    await expect.poll(() => tab.run(inFrame)).toEqual({ texts: ["8 true", "6 true"], isLoading: false });
  });
});
