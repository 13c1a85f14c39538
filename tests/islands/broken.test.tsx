import { Slot } from "server-islands";
import { act, mountIsland } from "server-islands/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as broken from "./fixtures/islands/play/broken.tsx";
import * as counter from "./fixtures/islands/play/counter.tsx";
import * as failing from "./fixtures/islands/play/failing.tsx";
import { find, output, soon, until } from "./tasks.ts";

const islands = { broken, counter };
const counterHtml = `<div data-island="counter" data-props='{"label":"Add","start":0,"step":1}'></div>`;
const serverForm = `<form method="post" action="/native"><input name="typed" value=""><button type="button">Press</button></form>`;
const html = (where: string, content = "") => `<div data-island="broken" data-props='{"where":"${where}"}'>${content}</div>`;

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

/** An island that the server rendered without errors, and that throws in this browser. */
const drawnByServer = (where: string) => html(where, serverForm).replace("<div ", '<div data-ssr="test" ');

for (const where of ["render", "effect"]) {
  for (const [kind, content] of [
    ["rendered island", drawnByServer(where)],
    ["fallback", html(where, serverForm)],
  ] as const) {
    test(`a ${kind} that throws in its ${where} keeps the server's HTML and what was typed, and reports once`, async () => {
      const { el, ready, trigger, errors } = mountIsland(content, {
        islands: { broken: { default: broken.default } },
        wait: true,
      });
      await ready;
      find<HTMLInputElement>(el, "input").value = "mine";

      await trigger();
      await until(() => errors.length > 0);

      expect(el.innerHTML).toBe(serverForm);
      expect(find<HTMLInputElement>(el, "input").value).toBe("mine");
      expect(errors.filter(({ error }) => error).map(({ name, error }) => [name, String(error)])).toEqual([
        ["broken", `Error: broken in ${where}`],
      ]);
    });
  }
}

test("an island that throws in an event stays alive, and each throw is reported", async () => {
  // The setting makes happy-dom behave like a browser: an error in a listener becomes the window's
  // `error` event.
  Object.assign(Object(window).happyDOM.settings, { disableErrorCapturing: false });
  const { el, ready, errors } = mountIsland(html("event"), { islands, ssr: true });
  await ready;
  const button = find(el, "button");

  button.click();
  await until(() => errors.length === 1);
  button.click();
  await until(() => errors.length === 2);

  expect(errors.map(({ name, error }) => [name, String(error)])).toEqual([
    ["broken", "Error: broken in event"],
    ["broken", "Error: broken in event"],
  ]);
  expect(find(el, "button")).toBe(button);
  expect(el.hasAttribute("data-island-alive")).toBe(true);
});

test("an error in the island's listener for an event from a slot is the island's, one in the page's own is not", async () => {
  Object.assign(Object(window).happyDOM.settings, { disableErrorCapturing: false });
  const Around = () => {
    const fail = () => {
      throw new Error("broken around");
    };
    return (
      <section {...{ onClick: fail }}>
        <Slot name="one" />
      </section>
    );
  };
  const content = `<p data-island-slot="one"><button type="button">Press</button></p>`;
  const { el, ready, errors } = mountIsland(`<div data-island="around">${content}</div>`, {
    islands: { around: { default: Around } },
    ssr: true,
  });
  await ready;
  find(el, "button").addEventListener("click", () => {
    throw new Error("broken in the page");
  });

  find(el, "button").click();
  await until(() => errors.length > 0);

  expect(errors.map(({ name, error }) => [name, String(error)])).toEqual([["around", "Error: broken around"]]);
});

test("siblings of a broken island work", async () => {
  const { ready, errors } = mountIsland(counterHtml + html("render", serverForm) + counterHtml, { islands });
  await ready;

  const counters = [...document.querySelectorAll("[data-island=counter]")];
  for (const one of counters) find(one, "button").click();
  await until(() => counters.every((one) => output(one) === "1"));

  expect(counters.map(output)).toEqual(["1", "1"]);
  expect(errors.length).toBe(1);
});

test("an island inside a broken one works", async () => {
  const { el, ready, trigger, errors } = mountIsland(html("render", `<section>${counterHtml}</section>`), { islands });
  await ready;
  await trigger();

  const child = find(el, "[data-island=counter]");
  find(child, "button").click();
  await until(() => output(child) === "1");

  expect(output(child)).toBe("1");
  expect(errors.map(({ name }) => name)).toEqual(["broken"]);
});

test("an island whose file is missing keeps the server's HTML and reports once", async () => {
  const load = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  const { el, ready, errors } = mountIsland(html("nowhere", serverForm), { islands, load });

  await ready;

  expect(el.innerHTML).toBe(serverForm);
  expect(errors.map(({ name, error }) => [name, String(error)])).toEqual([
    ["broken", "TypeError: Failed to fetch dynamically imported module"],
  ]);
});

test("an island whose file is missing lets each press act natively, and tries again at the next one", async () => {
  const answers = [
    () => Promise.reject(new TypeError("no file")),
    () => Promise.reject(new TypeError("no file")),
    async () => counter,
  ];
  const load = vi.fn(() => answers.shift()?.() ?? Promise.reject(new Error("asked too often")));
  const { el, ready, errors } = mountIsland(counterHtml, { islands, load, ssr: true });
  const native: Event[] = [];
  el.addEventListener("click", (event) => native.push(event));
  await ready;
  await soon();
  expect(load).toHaveBeenCalledTimes(1);

  find(el, "button").dispatchEvent(new Event("pointerover", { bubbles: true }));
  expect(load).toHaveBeenCalledTimes(1);
  find(el, "button").click();
  await until(() => native.length === 1);
  await soon();
  expect(load).toHaveBeenCalledTimes(2);
  find(el, "button").click();
  await until(() => output(el) === "1");

  expect([output(el), native.length, load.mock.calls.length, errors.length]).toEqual(["1", 2, 3, 2]);
});

test("an island whose file holds no component keeps the server's HTML and reports once", async () => {
  const load = async () => ({ default: undefined as never });
  const { el, ready, errors } = mountIsland(html("nowhere", serverForm), { islands, load });

  await ready;
  await until(() => errors.length > 0);

  expect(el.innerHTML).toBe(serverForm);
  expect(errors.length).toBe(1);
});

test("a name that no island has is an error of that element alone", async () => {
  const { ready, errors } = mountIsland(`<div data-island="nobody"><b>kept</b></div>${counterHtml}`, { islands });
  await ready;

  expect(errors.map(({ name, error }) => [name, String(error)])).toEqual([
    ["nobody", expect.stringContaining("The option islands of mountIsland lacks nobody; it has broken, counter\n")],
  ]);
  expect(String(errors[0]?.error)).toContain('pass { islands: { "nobody": it } }');
  expect(find(document, "[data-island=nobody]").innerHTML).toBe("<b>kept</b>");
  expect(output(find(document, "[data-island=counter]"))).toBe("0");
});

test("an island that throws in an update keeps what was typed before it was alive, and since", async () => {
  const failingHtml = `<div data-island="failing" data-props="{}"></div>`;
  const { el, ready, trigger, errors } = mountIsland(failingHtml, { islands: { failing }, ssr: true, wait: true });
  await ready;
  const type = (selector: string, value: string, at = 0) => {
    const field = [...el.querySelectorAll<HTMLInputElement>(selector)][at] as HTMLInputElement;
    // React hears of a value only if its own setter has not seen it.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
    return act(() => void field.dispatchEvent(new Event("input", { bubbles: true })));
  };
  await type("[name=first]", "typed early");
  await type("[name=line]", "cleared later");
  await trigger();
  await type("[name=name]", "Ann");
  await type("[name=line]", "");
  await type("[name=line]", "second", 1);
  await act(() => find(el, "[name=gift]").click());
  expect(el.querySelector("[name=hint]")).not.toBeNull();

  await act(() => {
    el.dataset.props = '{"fails":true}';
  });
  await until(() => errors.length > 0);

  const values = [...el.querySelectorAll("input")].map(({ name, value, checked }) => [name, name === "gift" ? checked : value]);
  expect(values).toEqual([
    ["name", "Ann"],
    ["first", "typed early"],
    ["line", ""],
    ["line", "second"],
    ["gift", true],
  ]);
  expect(errors.map(({ name, error }) => [name, String(error)])).toEqual([["failing", "Error: broken in update"]]);
});
