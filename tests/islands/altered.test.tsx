import { type MountedIsland, mountIsland } from "server-islands/testing";
import { expect, test } from "vitest";
import * as fields from "./fixtures/islands/play/fields.tsx";
import * as remote from "./fixtures/islands/play/remote.tsx";
import { find, output, until } from "./tasks.ts";

const islands = { fields, remote };
const remoteHtml = `<div data-island="remote"></div>`;
const fieldsProps = { name: "", note: "", gift: false, size: "s", colour: "red" };
const fieldsHtml = `<div data-island="fields" data-props='${JSON.stringify(fieldsProps)}'></div>`;

/** Wraps each text of an island's server HTML, as a translator does. */
function wrapTexts(el: HTMLElement): void {
  const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const wrapper = document.createElement("font");
    text.replaceWith(wrapper);
    wrapper.append(text.data);
  }
}

/** Puts elements before a part of an island's server HTML, as an extension does. */
const insertBefore = (el: HTMLElement, selector: string, html: string) =>
  find(el, selector).insertAdjacentHTML("beforebegin", html);

async function openAltered(html: string, alter: (el: HTMLElement) => void): Promise<MountedIsland> {
  const mounted = mountIsland(html, { islands, ssr: true, wait: true });
  await mounted.ready;
  alter(mounted.el);
  return mounted;
}

const press = (el: HTMLElement, label: string) =>
  [...el.querySelectorAll("button")].find(({ textContent }) => textContent === label)?.click();

const alterations: readonly [string, (el: HTMLElement) => void][] = [
  ["a translator has wrapped the texts", wrapTexts],
  ["an extension has put a button first", (el) => insertBefore(el, "button", '<button type="button">Fill in</button>')],
];

test.each(alterations)("a press is given to its own button where %s", async (_what, alter) => {
  const { el, trigger, errors } = await openAltered(remoteHtml, alter);
  for (const label of ["Call us", "+", "−", "Send by mail"]) press(el, label);
  await trigger();
  await until(() => output(el).split(" ").length === 4);
  expect(output(el)).toBe("call plus minus mail");
  expect([...el.querySelectorAll("button")].map(({ textContent }) => textContent)).toEqual(["−", "+", "Send by mail", "Call us"]);
  expect(errors).toEqual([]);
});

test("a press for which no single button is left is dropped, with an error", async () => {
  const copy = '<button type="button">+</button>';
  const { el, trigger, errors } = await openAltered(remoteHtml, (el) => insertBefore(el, "button", copy));
  press(el, "+");
  press(el, "−");
  await trigger();
  await until(() => output(el) !== "");
  expect(output(el)).toBe("minus");
  expect(errors).toEqual([{ name: "remote", error: new Error("press lost") }]);
});

test("typed text stays in its field where an extension has put another before it", async () => {
  const { el, trigger } = await openAltered(fieldsHtml, (el) =>
    insertBefore(el, "textarea", '<textarea name="hint"></textarea>'),
  );
  find<HTMLTextAreaElement>(el, "[name=note]").value = "soft";
  await trigger();
  expect(find<HTMLTextAreaElement>(el, "textarea").value).toBe("soft");
  expect(JSON.parse(output(el))).toEqual({ ...fieldsProps, note: "soft" });
});
