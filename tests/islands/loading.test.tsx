import { afterEach, expect, test, vi } from "vitest";
import { waitForParser } from "../../islands/runtime/loading.ts";
import { find } from "./tasks.ts";

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** A page of which the parser has made this so far. */
function loadingPage(html: string, needsPage = false) {
  const state = vi.spyOn(document, "readyState", "get").mockReturnValue("loading");
  document.body.innerHTML = html;
  const isSettled = { now: false };
  const island = { default: Object.assign(() => null, { needsPage }) };
  void waitForParser(find(document.body, "[data-island]"), island).then(() => {
    isSettled.now = true;
  });
  const look = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    return isSettled.now;
  };
  const end = () => {
    state.mockReturnValue("interactive");
    document.dispatchEvent(new Event("readystatechange"));
  };
  return { look, end };
}

const island = '<p data-island="counter">';

for (const [what, html] of [
  ["text", `${island}</p> `],
  ["an element beside it in a part of the page", `<main>${island}</p><p></p></main>`],
  ["text after the part around it", `<main><div>${island}</p></div></main>\n`],
] as const) {
  test(`an island is parsed once ${what} follows it`, async () => {
    expect(await loadingPage(html).look()).toBe(true);
  });
}

test("an island that nothing follows waits for what follows, or for the end of the page", async () => {
  const streamed = loadingPage(`<main>${island}</p></main>`);
  expect(await streamed.look()).toBe(false);
  find(document.body, "[data-island]").append("more of it");
  expect(await streamed.look()).toBe(false);
  find(document.body, "main").append("\n");
  expect(await streamed.look()).toBe(true);

  const last = loadingPage(`<main>${island}</p></main>`);
  expect(await last.look()).toBe(false);
  last.end();
  expect(await last.look()).toBe(true);
});

test("what a script appends to the body while the parser is in an earlier part proves nothing", async () => {
  const { look } = loadingPage(`<main>${island}</p></main>`);
  document.body.append(document.createElement("dialog"));
  document.documentElement.append(document.createElement("aside"));
  expect(await look()).toBe(false);
  document.documentElement.lastElementChild?.remove();
});

test("an island with props elsewhere waits until their script is parsed too", async () => {
  const { look } = loadingPage(`<main>${island.replace(">", ' data-props-ref="shared">')}</p> <b id="shared"></b> </main>`);
  expect(await look()).toBe(false);
  const script = Object.assign(document.createElement("script"), { type: "application/json", id: "shared" });
  find(document.body, "b").replaceWith(script);
  find(document.body, "main").lastChild?.remove();
  expect(await look()).toBe(false);
  script.after(" ");
  expect(await look()).toBe(true);
});

test("an island that needs the whole page waits for its end", async () => {
  const { look, end } = loadingPage(`${island}</p> `, true);
  expect(await look()).toBe(false);
  end();
  expect(await look()).toBe(true);
});
