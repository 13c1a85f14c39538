import { afterEach, expect, test } from "vitest";
import { schema } from "../../islands/staff/shortcuts.props.ts";
import * as shortcuts from "../../islands/staff/shortcuts.tsx";
import { readDraft, writeDraft } from "../../islands/stores/staff-drafts.ts";
import { doing, openScreen } from "../islands-shop/screen.ts";
import { states } from "./shortcuts.states.ts";

const beside = `<input id="staff-q"><table class="list"><tbody><tr><td><a href="/1">1</a></td></tr><tr><td><a href="/2">2</a></td></tr></tbody></table>
  <form action="/staff/signout/"><button>Sign out</button></form>
  <details class="list-tool"><summary>Filter</summary><input id="from"></details>`;
const open = () => openScreen("shortcuts", { ...shortcuts, schema }, states.listed, { beside });
const press = (key: string, on: EventTarget = document.body, more: object = {}) =>
  doing(() => on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more })));
const focused = () => document.activeElement;

afterEach(() => localStorage.clear());

test("a slash focuses the search, a question mark lists the shortcuts, and none counts while typing", async () => {
  const screen = await open();
  await press("/");
  expect(focused()).toBe(screen.get("#staff-q"));
  await press("?", screen.get("#staff-q"));
  expect(screen.get<HTMLDetailsElement>("details").open).toBe(false);
  await press("?", document.body, { ctrlKey: true });
  expect(screen.get<HTMLDetailsElement>("details").open).toBe(false);
  await press("?");
  expect(screen.get<HTMLDetailsElement>("details").open).toBe(true);
});

test("j and k go through the list", async () => {
  await open();
  await press("j");
  await press("j");
  expect(focused()?.textContent).toBe("2");
  await press("k");
  expect(focused()?.textContent).toBe("1");
});

test("Escape closes the panel of a list and focuses its summary, and a press elsewhere closes it", async () => {
  const screen = await open();
  const panel = screen.get<HTMLDetailsElement>(".list-tool");
  const pointAt = (on: Element) => doing(() => on.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })));
  panel.open = true;
  await pointAt(screen.get("#from"));
  expect(panel.open).toBe(true);
  screen.get("#from").focus();
  await press("Escape", screen.get("#from"));
  expect([panel.open, focused()]).toEqual([false, panel.querySelector("summary")]);
  panel.open = true;
  await pointAt(screen.get("#staff-q"));
  expect(panel.open).toBe(false);
});

test("signing out leaves nothing typed on this device", async () => {
  const screen = await open();
  writeDraft("/a/", { seen: "v", values: [], sent: false });
  await doing(() => screen.get("form").dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true })));
  expect(readDraft("/a/")).toBeUndefined();
});
