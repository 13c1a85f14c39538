import { mountIsland } from "server-islands/testing";
import { afterEach, expect, test } from "vitest";
import { schema } from "../../islands/staff/form-draft.props.ts";
import * as formDraft from "../../islands/staff/form-draft.tsx";
import { readDraft, removeAllDrafts, writeDraft } from "../../islands/stores/staff-drafts.ts";
import { islandHtml } from "../islands-shop/island-html.ts";
import { doing } from "../islands-shop/screen.ts";

const path = "/staff/people/p1/";
const kept = { seen: "v1", values: [["name", "Mona"]] as [string, string][], at: 1, sent: false };
const island = { ...formDraft, schema };

/** The island in a form of a page. */
async function inForm(seen = "v1") {
  const fields = `<input name="name" value="Mia"><input type="password" name="password"><input type="hidden" name="seen" value="${seen}">`;
  const html = `<form>${islandHtml("form-draft", { path, seen })}${fields}</form>`;
  const mounted = mountIsland(html, { islands: { "form-draft": island }, ssr: true, wait: false });
  await mounted.ready;
  const form = mounted.el.closest("form") as HTMLFormElement;
  const get = (name: string) => form.querySelector(`[name=${name}]`) as HTMLInputElement;
  const type = (name: string, value: string) =>
    doing(() => {
      get(name).value = value;
      get(name).dispatchEvent(new Event("input", { bubbles: true }));
    });
  const discard = () => doing(() => form.querySelector("button")?.click());
  return { get, type, discard, unmount: mounted.unmount };
}

afterEach(() => removeAllDrafts());

test("what was typed comes back, with the version that it was typed on, and can be discarded", async () => {
  writeDraft(path, kept);
  const screen = await inForm("v2");
  expect([screen.get("name").value, screen.get("seen").value]).toEqual(["Mona", "v1"]);
  await screen.discard();
  expect([screen.get("name").value, screen.get("seen").value]).toEqual(["Mia", "v2"]);
  expect(readDraft(path)).toBeUndefined();
});

test("typing keeps the values but no secret, and what is as it was needs no keeping", async () => {
  const screen = await inForm();
  await screen.type("password", "Green-leaf-42");
  expect(readDraft(path)).toBeUndefined();
  await screen.type("name", "Mona");
  expect(readDraft(path)).toMatchObject({ seen: "v1", values: [["name", "Mona"]], sent: false });
  const leaving = new Event("beforeunload", { cancelable: true });
  await doing(() => dispatchEvent(leaving));
  expect(leaving.defaultPrevented).toBe(true);
  await screen.type("name", "Mia");
  expect(readDraft(path)).toBeUndefined();
});

test("what was sent is over once the record is another", async () => {
  writeDraft(path, { ...kept, sent: true });
  const saved = await inForm("v2");
  expect(saved.get("name").value).toBe("Mia");
  expect(readDraft(path)).toBeUndefined();
});

test("what was sent and not saved is back", async () => {
  writeDraft(path, { ...kept, sent: true });
  const failed = await inForm("v1");
  expect(failed.get("name").value).toBe("Mona");
});
