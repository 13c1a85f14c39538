import { mountIsland } from "server-islands/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { schema } from "../../islands/staff/form-drafts.props.ts";
import * as formDrafts from "../../islands/staff/form-drafts.tsx";
import { markSent, readDraft, removeAllDrafts, writeDraft } from "../../islands/stores/staff-drafts.ts";
import { islandHtml } from "../islands-shop/island-html.ts";
import { doing } from "../islands-shop/screen.ts";

const path = "/staff/people/p1/";
const key = `mia:${path}`;
const kept = { seen: "v1", values: [["name", "Mona"]] as [string, string][], sent: false };
const island = { ...formDrafts, schema };

type Shown = { seen?: string; isAnswer?: boolean; fields?: string; owner?: string; early?: (form: HTMLFormElement) => void };

let close = async () => {};

/** The island next to a form, on a new page. */
async function openForm({ seen = "v1", isAnswer = false, fields = "", owner = "mia", early }: Shown = {}) {
  await close();
  const own = `<input name="name" value="Mia"><input type="password" name="password"><input type="hidden" name="seen" value="${seen}">`;
  const form = `<form action="${path}" data-draft>${own}${fields}</form>`;
  const html = `<div>${form}${islandHtml("form-drafts", { owner, isAnswer })}</div>`;
  const mounted = mountIsland(html, { islands: { "form-drafts": island }, ssr: true, wait: false });
  early?.(document.querySelector("form[data-draft]") as HTMLFormElement);
  await mounted.ready;
  close = async () => mounted.unmount();
  const shown = document.querySelector("form[data-draft]") as HTMLFormElement;
  const get = (name: string) => shown.querySelector(`[name=${name}]`) as HTMLInputElement;
  const type = (name: string, value: string) =>
    doing(() => {
      get(name).value = value;
      get(name).dispatchEvent(new Event("input", { bubbles: true }));
    });
  const submit = (button?: HTMLElement) =>
    doing(() => {
      const event = new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: button ?? null });
      shown.dispatchEvent(event);
    });
  return { form: shown, get, type, submit, discard: () => doing(() => shown.querySelector("button")?.click()) };
}

/** Sets the redirect count that a browser reports for a page. */
function arriveBy(redirects: number, from = path): void {
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ redirectCount: redirects }] as never);
  vi.spyOn(document, "referrer", "get").mockReturnValue(from && `https://shop.example${from}`);
}

beforeEach(() => {
  close = async () => {};
  arriveBy(0);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  removeAllDrafts();
});

test("what was typed comes back, with the version that it was typed on, and can be discarded", async () => {
  writeDraft(key, kept);
  const screen = await openForm({ seen: "v2" });
  expect([screen.get("name").value, screen.get("seen").value]).toEqual(["Mona", "v1"]);
  expect(screen.form.querySelector("[role=status]")?.textContent).toContain("What you typed here and did not save is back.");
  await screen.discard();
  expect([screen.get("name").value, screen.get("seen").value]).toEqual(["Mia", "v2"]);
  expect(readDraft(key)).toBeUndefined();
});

test("typing keeps the values but no secret, and what is as it was needs no keeping", async () => {
  const screen = await openForm({ fields: `<input name="code" autocomplete="one-time-code">` });
  await screen.type("password", "Green-leaf-42");
  await screen.type("code", "123456");
  expect(readDraft(key)).toBeUndefined();
  await screen.type("name", "Mona");
  expect(readDraft(key)).toEqual(kept);
  await screen.type("name", "Mia");
  expect(readDraft(key)).toBeUndefined();
});

test("leaving asks only where what was typed could not be kept", async () => {
  const screen = await openForm();
  const leave = () => {
    const leaving = new Event("beforeunload", { cancelable: true });
    dispatchEvent(leaving);
    return leaving.defaultPrevented;
  };
  await screen.type("name", "Mona");
  expect(leave()).toBe(false);
  const full = () => {
    throw new Error("full");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: full, removeItem: () => {} });
  await screen.type("name", "Mona M.");
  expect(leave()).toBe(true);
});

test("a form that was saved leads to another page, and its draft is over", async () => {
  const screen = await openForm();
  await screen.type("name", "Mona");
  await screen.submit();
  expect(readDraft(key)).toEqual({ ...kept, sent: true });
  arriveBy(1);
  const saved = await openForm();
  expect(saved.get("name").value).toBe("Mia");
  expect(readDraft(key)).toBeUndefined();
});

test.each(["", "/staff/signin/"])(
  "what was sent and not saved is back, also after the browser was led on from “%s”",
  async (from) => {
    writeDraft(key, { ...kept, sent: true });
    markSent({ key, from: [path] });
    arriveBy(1, from);
    expect((await openForm()).get("name").value).toBe("Mona");
    // This tab no longer records that a form was sent. So the redirect does not remove the draft.
    arriveBy(1);
    expect((await openForm()).get("name").value).toBe("Mona");
  },
);

test("what was sent is over once the record is another", async () => {
  writeDraft(key, { ...kept, sent: true });
  expect((await openForm({ seen: "v2" })).get("name").value).toBe("Mia");
  expect(readDraft(key)).toBeUndefined();
});

test("a preview in another tab leaves the draft as one that was not sent", async () => {
  const screen = await openForm({ fields: `<button formtarget="_blank">Preview</button>` });
  await screen.type("name", "Mona");
  await screen.submit(screen.form.querySelector("button") as HTMLElement);
  expect(readDraft(key)).toEqual(kept);
});

test("a page that answers the form shows what was typed, and keeps it", async () => {
  history.replaceState(null, "", path);
  writeDraft(key, { ...kept, sent: true });
  const screen = await openForm({ isAnswer: true });
  expect(screen.get("name").value).toBe("Mia");
  expect(readDraft(key)).toEqual({ seen: "v1", values: [["name", "Mia"]], sent: false });
});

test("a page that answers another form brings this one’s draft back", async () => {
  history.replaceState(null, "", "/staff/people/p1/link/");
  writeDraft(key, kept);
  expect((await openForm({ isAnswer: true })).get("name").value).toBe("Mona");
});

test("choices come back, also those that were taken back", async () => {
  const fields = `<input type="checkbox" name="active" value="1" checked><select name="role"><option>a</option><option>b</option></select>`;
  const screen = await openForm({ fields });
  screen.get("active").checked = false;
  await screen.type("role", "b");
  const again = await openForm({ fields });
  expect([again.get("active").checked, again.get("role").value]).toEqual([false, "b"]);
});

test("rows that the form was given later are asked for again with their values", async () => {
  writeDraft(key, { ...kept, values: [...kept.values, ["v9-name", "Large"]] });
  const submitted = vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(() => {});
  const screen = await openForm({ fields: "<button data-draft-rows>More rows</button>" });
  expect(submitted).toHaveBeenCalledOnce();
  expect(screen.get("v9-name").value).toBe("Large");
});

test("nobody else’s draft is brought back", async () => {
  writeDraft(key, kept);
  expect((await openForm({ owner: "max" })).get("name").value).toBe("Mia");
  expect(readDraft(key)).toEqual(kept);
});

const choosing = `<input name="note" value="Old"><input type="radio" name="kind" value="a" checked><input type="radio" name="kind" value="b">
<input type="radio" name="kind" value="c"><input type="datetime-local" name="from" value="2026-11-27T10:00">`;

const inForm = (form: HTMLFormElement, selector: string) => form.querySelector(selector) as HTMLInputElement;

test("what was typed before the island was alive is kept at once", async () => {
  const screen = await openForm({ early: (form) => (inForm(form, "[name=name]").value = "Mo") });
  expect(readDraft(key)).toEqual({ ...kept, values: [["name", "Mo"]] });
  expect(screen.form.querySelector("[role=status]")).toBeNull();
});

test("what was typed before the island was alive stands, and an older draft comes back beside it", async () => {
  const typed: [string, string][] = [
    ["name", "Mona"],
    ["note", "New"],
    ["kind", "b"],
    ["from", "2026-11-27T10:00"],
  ];
  writeDraft(key, { ...kept, values: typed });
  const early = (form: HTMLFormElement) => {
    inForm(form, "[name=name]").value = "Max";
    inForm(form, "[value=c]").checked = true;
  };
  const screen = await openForm({ seen: "v2", fields: choosing, early });
  expect([screen.get("name").value, screen.get("note").value, inForm(screen.form, ":checked").value]).toEqual([
    "Max",
    "New",
    "c",
  ]);
  const both = [["name", "Max"], ["note", "New"], ["kind", "c"], typed[3]];
  expect(readDraft(key)).toEqual({ seen: "v1", values: both, sent: false });
});

test("what was typed before the island was alive is kept beside a draft that is over, and on a page that answers", async () => {
  const early = (form: HTMLFormElement) => (inForm(form, "[name=name]").value = "Mo");
  writeDraft(key, { ...kept, sent: true });
  await openForm({ seen: "v2", early });
  expect(readDraft(key)).toEqual({ seen: "v2", values: [["name", "Mo"]], sent: false });
  removeAllDrafts();
  history.replaceState(null, "", path);
  await openForm({ isAnswer: true, early });
  expect(readDraft(key)).toEqual({ ...kept, values: [["name", "Mo"]] });
});
