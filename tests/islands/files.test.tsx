import { mountIsland } from "server-islands/testing";
import { expect, test } from "vitest";
import * as files from "./fixtures/islands/play/files.tsx";
import { find, output, until } from "./tasks.ts";

const markup = `<div data-island="files" data-props="{}"><form method="post" action="/native">
  <label>Files <input type="file" name="files" multiple></label></form></div>`;
const fieldIn = (el: Element) => find<HTMLInputElement>(el, "[name=files]");

function choose(field: HTMLInputElement, ...names: string[]): void {
  const chosen = new DataTransfer();
  for (const name of names) chosen.items.add(new File(["a"], name));
  field.files = chosen.files;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

test("files that were chosen in a fallback go over to the field that replaces it", async () => {
  const { el, ready, trigger } = mountIsland(markup, { islands: { files }, wait: true });
  await ready;
  choose(fieldIn(el), "a.png", "b.png");

  await trigger();
  await until(() => output(el) !== "");

  expect(output(el)).toBe("a.png b.png");
  expect([...(fieldIn(el).files ?? [])].map(({ name }) => name)).toEqual(["a.png", "b.png"]);
});

test("files of a dialog that was open while its field was replaced go over, each time", async () => {
  const { el, ready, trigger } = mountIsland(markup, { islands: { files }, wait: true });
  await ready;
  const old = fieldIn(el);
  await trigger();
  expect(old.isConnected).toBe(false);

  choose(old, "late.png");
  await until(() => output(el) !== "");

  expect(output(el)).toBe("late.png");
  expect([...(fieldIn(el).files ?? [])].map(({ name }) => name)).toEqual(["late.png"]);
});

test("a rendered island keeps its field, and hears of files once", async () => {
  const { el, ready, trigger } = mountIsland('<div data-island="files" data-props="{}"></div>', {
    islands: { files },
    ssr: true,
    wait: true,
  });
  await ready;
  const field = fieldIn(el);
  await trigger();
  const heard: string[] = [];
  el.addEventListener("change", () => heard.push("change"));

  choose(field, "late.png");
  await until(() => output(el) !== "");

  expect(fieldIn(el)).toBe(field);
  expect(heard).toEqual(["change"]);
});
