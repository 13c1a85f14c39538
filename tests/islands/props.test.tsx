import { mountIsland } from "server-islands/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { schema } from "./fixtures/islands/play/counter.props.ts";
import * as counter from "./fixtures/islands/play/counter.tsx";
import { find, output } from "./tasks.ts";

const islands = { counter: { ...counter, schema } };

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

test("props come from the shared script, then from data-props, then from single attributes: later wins", async () => {
  const html = `
    <script type="application/json" id="products">{"label":"from script","start":1,"step":1}</script>
    <div data-island="counter" data-props-ref="products" data-props='{"label":"from props","start":2}' data-prop-start="3"></div>`;
  const { el, ready, errors } = mountIsland(html, { islands });

  await ready;

  expect(find(el, "button").textContent).toBe("from props");
  expect(output(el)).toBe("3");
  expect(errors).toEqual([]);
});

test("an element of a comment that has the script's id gives no props", async () => {
  const html = `<p id="shared">{"label":"planted","start":7,"step":1}</p>
    <script type="application/json" id="shared">{"label":"own","start":1,"step":1}</script>
    <div data-island="counter" data-props-ref="shared"></div>`;
  const { el, ready, errors } = mountIsland(html, { islands });

  await ready;

  expect(find(el, "button").textContent).toBe("own");
  expect(errors).toEqual([]);
});

test("props with quotes, tags and line separators arrive as they were", async () => {
  const label = `</script><!-- "quoted" 'single' & \u2028 \u2029 ]]> 😀`;
  const { el, ready } = mountIsland(`<div data-island="counter"></div>`, { islands, wait: true });
  await ready;
  el.dataset.props = JSON.stringify({ label, start: 0, step: 1 });
  el.setAttribute("data-island", "counter");
  const again = mountIsland(el.outerHTML, { islands });

  await again.ready;

  expect(find(again.el, "button").textContent).toBe(label);
});

for (const [title, attributes, message] of [
  ["a prop of the wrong type", `data-props='{"label":7,"start":0,"step":1}'`, /Island counter: label is 7: .*string/],
  ["a prop that is missing", `data-props='{"start":0,"step":1}'`, /Island counter: label is undefined: /],
  [
    "a single prop that is no number",
    `data-props='{"label":"a"}' data-prop-start="many"`,
    /Island counter: start is "many": expected type "integer"/,
  ],
  ["props that are not JSON", `data-props='{label}'`, /JSON/],
  ["a script that is not there", `data-props-ref="nowhere"`, /Island counter: there is no script with id nowhere/],
] as const) {
  test(`${title} is reported in development, and the server's HTML stays`, async () => {
    const { el, ready, errors } = mountIsland(`<div data-island="counter" ${attributes}><b>kept</b></div>`, { islands });

    await ready;

    expect(errors.length).toBe(1);
    expect(String(errors[0]?.error)).toMatch(message);
    expect(el.innerHTML).toBe("<b>kept</b>");
  });
}

test("text and attributes that differ between server and browser are reported with island, path and both values", async () => {
  const drawn = `<p><button type="submit" class="old">Added</button><output>2</output><small>0</small></p>`;
  const html = `<div data-island="counter" data-ssr="test" data-props='{"label":"Add","start":2,"step":1}'>${drawn}</div>`;
  const { ready, errors } = mountIsland(html, { islands });

  await ready;

  expect(errors).toEqual([
    { name: "counter", path: "p[0] > button[0]@type", server: "submit", browser: "button" },
    { name: "counter", path: "p[0] > button[0]@class", server: "old", browser: null },
    { name: "counter", path: "p[0] > button[0] > text[0]", server: "Added", browser: "Add" },
  ]);
  const texts = vi.mocked(console.error).mock.calls.map(([text]) => String(text));
  expect(texts).toContain('Island counter: p[0] > button[0] > text[0] is "Added" from the server and "Add" in the browser');
});

test("elements that only one side has are reported", async () => {
  const html = `<div data-island="counter" data-ssr="test" data-props='{"label":"Add","start":2,"step":1}'><p><b>x</b></p></div>`;
  const { ready, errors } = mountIsland(html, { islands });

  await ready;

  expect(errors.map(({ path, server, browser }) => [path, server, browser])).toEqual([
    ["p[0] > button[0]", "<b>x</b>", '<button type="button">Add</button>'],
    ["p[0] > output[1]", null, "<output>2</output>"],
    ["p[0] > small[2]", null, "<small>0</small>"],
  ]);
});
