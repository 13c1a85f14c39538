import { type ChangeEvent, useState } from "react";
import { mountIsland } from "server-islands/testing";
import { expect, test } from "vitest";
import * as fields from "./fixtures/islands/play/fields.tsx";
import { find, output, until } from "./tasks.ts";

const props = { name: "Ann", note: "soft", gift: false, size: "s", colour: "green" };
const fallback = `<form method="post" action="/native">
  <input name="name" value="Ann"><textarea name="note">soft</textarea><input type="checkbox" name="gift">
  <input type="radio" name="size" value="s" checked><input type="radio" name="size" value="m">
  <select name="colour"><option value="red">Red</option><option value="green" selected>Green</option></select>
</form>`;
const markup = (content = "") => `<div data-island="fields" data-props='${JSON.stringify(props)}'>${content}</div>`;
const stateOf = (el: Element) => JSON.parse(output(el));

type FieldName = "name" | "note" | "gift" | "size" | "colour";
const typing: [FieldName, string, (el: Element) => void, unknown, (el: Element) => unknown][] = [
  ["name", "a text", (el) => type(find<HTMLInputElement>(el, "[name=name]"), "Beth"), "Beth", (el) => valueIn(el, "[name=name]")],
  [
    "note",
    "a text area",
    (el) => type(find<HTMLInputElement>(el, "[name=note]"), "hard"),
    "hard",
    (el) => valueIn(el, "[name=note]"),
  ],
  [
    "gift",
    "a checkbox",
    (el) => find(el, "[name=gift]").click(),
    true,
    (el) => find<HTMLInputElement>(el, "[name=gift]").checked,
  ],
  ["size", "a radio", (el) => find(el, "[value=m]").click(), "m", (el) => find<HTMLInputElement>(el, "[value=m]").checked && "m"],
  ["colour", "a select", (el) => type(find<HTMLInputElement>(el, "select"), "red"), "red", (el) => valueIn(el, "select")],
];

function type(field: HTMLInputElement, value: string): void {
  field.value = value;
}

const valueIn = (el: Element, selector: string) => find<HTMLInputElement>(el, selector).value;

for (const [name, title, act, expected, shown] of typing) {
  for (const [kind, content] of [
    ["rendered island", ""],
    ["fallback", fallback],
  ] as const) {
    test(`what was typed into ${title} of a ${kind} is in the page and in the component's state`, async () => {
      const { el, ready, trigger, errors } = mountIsland(markup(content), {
        islands: { fields },
        ssr: content === "",
        wait: true,
      });
      await ready;
      act(el);

      await trigger();
      await until(() => stateOf(el)[name] === expected);

      expect(stateOf(el)).toEqual({ ...props, [name]: expected });
      expect(shown(el)).toBe(expected);
      expect(errors).toEqual([]);
    });
  }
}

test("a field that was emptied stays empty", async () => {
  const { el, ready, trigger } = mountIsland(markup(), { islands: { fields }, ssr: true, wait: true });
  await ready;
  type(find<HTMLInputElement>(el, "[name=name]"), "");

  await trigger();
  await until(() => stateOf(el).name === "");

  expect(stateOf(el).name).toBe("");
});

test("fields that nobody touched make no event", async () => {
  const { el, ready, trigger } = mountIsland(markup(fallback), { islands: { fields }, wait: true });
  await ready;
  const heard: string[] = [];
  for (const type of ["input", "change", "click"])
    el.addEventListener(type, ({ target }) => heard.push((target as Element).localName));

  await trigger();

  expect(heard).toEqual([]);
});

test("what is typed while the script is on its way counts too", async () => {
  const { promise, resolve } = Promise.withResolvers<typeof fields>();
  const { el, ready } = mountIsland(markup(), { islands: { fields }, ssr: true, load: () => promise });
  type(find<HTMLInputElement>(el, "[name=name]"), "Late");

  resolve(fields);
  await ready;
  await until(() => stateOf(el).name === "Late");

  expect(stateOf(el).name).toBe("Late");
});

for (const [kind, content] of [
  ["rendered island", ""],
  ["fallback", fallback],
] as const) {
  test(`focus and caret stay in a ${kind}`, async () => {
    const { el, ready, trigger } = mountIsland(markup(content), { islands: { fields }, ssr: content === "", wait: true });
    await ready;
    const field = find<HTMLInputElement>(el, "[name=name]");
    field.focus();
    field.setSelectionRange(1, 3);

    await trigger();

    const now = find<HTMLInputElement>(el, "[name=name]");
    expect(document.activeElement).toBe(now);
    expect([now.selectionStart, now.selectionEnd]).toEqual([1, 3]);
  });
}

test("a value goes to the field at its place when several of the fallback have its name", async () => {
  const fieldsOfOneName = `<form><input name="name" value="1"><input name="name" value="2"></form>`;
  const two = {
    default: () => (
      <form>
        <input name="name" defaultValue="1" />
        <input name="name" defaultValue="2" />
      </form>
    ),
  };
  const { el, ready, trigger } = mountIsland(`<div data-island="two">${fieldsOfOneName}</div>`, { islands: { two }, wait: true });
  await ready;
  const [, second] = el.querySelectorAll("input");
  if (second) type(second, "9");

  await trigger();

  expect([...el.querySelectorAll("input")].map(({ value }) => value)).toEqual(["1", "9"]);
});

type Address = Record<"street" | "city" | "area" | "country" | "gift", string | boolean>;

/**
 * A common pattern: all fields are in one object, and each update extends the object of the last
 * render.
 */
function AddressForm() {
  const [form, setForm] = useState<Address>({ street: "", city: "", area: "a", country: "us", gift: false });
  const change = ({ currentTarget: field }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    const value = "checked" in field && field.type === "checkbox" ? field.checked : field.value;
    setForm({ ...form, [field.name]: value });
  };
  return (
    <form>
      <input name="street" value={String(form.street)} onChange={change} />
      <input name="city" value={String(form.city)} onChange={change} />
      {["a", "b"].map((area) => (
        <input key={area} type="radio" name="area" value={area} checked={form.area === area} onChange={change} />
      ))}
      <select name="country" value={String(form.country)} onChange={change}>
        <option value="us">US</option>
        <option value="ca">CA</option>
      </select>
      <input type="checkbox" name="gift" checked={form.gift === true} onChange={change} />
      <output>{JSON.stringify(form)}</output>
    </form>
  );
}

for (const kind of ["rendered island", "fallback"] as const) {
  test(`five fields that were typed into a ${kind} are all kept by a component that holds them in one object`, async () => {
    const islands = { address: { default: AddressForm } };
    const html = `<div data-island="address"></div>`;
    const { el, ready, trigger } = mountIsland(html, { islands, ssr: true, wait: true });
    if (kind === "fallback") delete el.dataset.ssr;
    await ready;
    type(find(el, "[name=street]"), "1 Main St");
    type(find(el, "[name=city]"), "Austin");
    find(el, "[value=b]").click();
    type(find(el, "select"), "ca");
    find(el, "[name=gift]").click();

    await trigger();

    const expected = { street: "1 Main St", city: "Austin", area: "b", country: "ca", gift: true };
    await until(() => output(el) === JSON.stringify(expected));
    expect(stateOf(el)).toEqual(expected);
    expect(valueIn(el, "[name=city]")).toBe("Austin");
  });
}
