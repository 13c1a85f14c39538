import { afterEach, expect, test, vi } from "vitest";
import { act, mountIsland } from "../../islands/runtime/testing.ts";
import * as counter from "./fixtures/islands/play/counter.tsx";
import * as fields from "./fixtures/islands/play/fields.tsx";
import { $presses } from "./fixtures/islands/stores/presses.ts";
import { find, output, until } from "./tasks.ts";

afterEach(() => $presses.set(0));

const counterHtml = `<div data-island="counter" data-props='{"label":"Add","start":0,"step":1}'></div>`;

async function pressed() {
  const mounted = mountIsland(counterHtml, { islands: { counter }, ssr: true });
  await mounted.ready;
  find(mounted.el, "button").click();
  await until(() => output(mounted.el) === "1");
  return mounted;
}

test("props that change are shown with the state kept", async () => {
  const { el } = await pressed();

  await act(() => el.setAttribute("data-props", `{"label":"More","start":7,"step":10}`));
  await until(() => find(el, "button").textContent === "More");
  find(el, "button").click();
  await until(() => output(el) === "11");

  expect(output(el)).toBe("11");
});

test("props that cannot be read are reported once, and the island stays as it is", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const { el, errors } = await pressed();

  await act(() => el.setAttribute("data-props", "{"));
  await until(() => errors.length > 0);

  expect(errors.map(({ name, error }) => [name, error instanceof SyntaxError])).toEqual([["counter", true]]);
  expect(el.hasAttribute("data-island-alive")).toBe(true);
  find(el, "button").click();
  await until(() => output(el) === "2");
  expect(output(el)).toBe("2");
  logged.mockRestore();
});

test("content that a morph overwrote is put back, with what is typed and new props", async () => {
  const props = { name: "Ann", note: "", gift: false, size: "s", colour: "green" };
  const { el, ready } = mountIsland(`<div data-island="fields" data-props='${JSON.stringify(props)}'></div>`, {
    islands: { fields },
    ssr: true,
  });
  await ready;
  const name = find<HTMLInputElement>(el, "[name=name]");
  const before = el.innerHTML;

  await act(() => {
    el.removeAttribute("data-island-alive");
    el.setAttribute("class", "new");
    find(el, "output").firstChild?.replaceWith("server's");
    find(el, "textarea").setAttribute("rows", "9");
    find(el, "textarea").removeAttribute("aria-label");
    find(el, "ol").remove();
    find(el, "form").prepend(document.createElement("hr"));
    name.value = "server's";
  });
  await until(() => el.innerHTML === before);

  expect(el.innerHTML).toBe(before);
  expect(el.className).toBe("new");
  expect(el.hasAttribute("data-island-alive")).toBe(true);
  expect(name.value).toBe("Ann");
});
