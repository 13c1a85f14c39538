import { mountIsland } from "server-islands/testing";
import { expect, test } from "vitest";
import { schema } from "../../islands/staff/grid-paste.props.ts";
import * as gridPaste from "../../islands/staff/grid-paste.tsx";
import { doing, islandHtml } from "../islands-shop/screen.ts";
import { states } from "./grid-paste.states.ts";

const columns = ["o0", "o1", "o2", "sku", "price"];
const row = (at: number) => `<tr><td><input class="input grid__order" name="v${at}-order"></td>
  ${columns.map((column) => `<td><input class="input" name="v${at}-${column}"></td>`).join("")}</tr>`;

/** The form of a product with a grid of `rows` rows; `sent` is what it sent. */
async function openGrid(rows: number) {
  const html = `<form>${islandHtml("grid-paste", states.hint)}
    <table class="grid"><tbody>${Array.from({ length: rows }, (_, at) => row(at)).join("")}</tbody></table>
    <textarea name="pasted"></textarea><button name="step" value="paste">Fill in the grid</button></form>`;
  const mounted = mountIsland(html, { islands: { "grid-paste": { ...gridPaste, schema } }, ssr: true });
  await mounted.ready;
  const form = mounted.el.closest("form") as HTMLFormElement;
  const sent: Record<string, unknown>[] = [];
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sent.push(Object.fromEntries(new FormData(form)));
  });
  const field = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`);
  const paste = (name: string, text: string) =>
    doing(() => {
      const event = new Event("paste", { bubbles: true, cancelable: true });
      Object.assign(event, { clipboardData: { getData: () => text } });
      field(name)?.dispatchEvent(event);
    });
  return { form, field, paste, sent };
}

test("cells fill the grid from the focused one on", async () => {
  const { field, paste, sent } = await openGrid(2);
  await paste("v0-sku", "A-1\t5\nA-2\t6");
  expect(["v0-sku", "v0-price", "v1-sku", "v1-price", "v1-o0"].map((name) => field(name)?.value)).toEqual([
    ...["A-1", "5", "A-2", "6", ""],
  ]);
  expect(sent).toEqual([]);
});

test("more rows than the grid has are sent with the column that they were pasted at", async () => {
  const { form, paste, sent } = await openGrid(2);
  const text = "A-1\t5\nA-2\t6\nA-3\t7";
  await paste("v0-sku", text);
  await paste("v0-o0", text);
  await paste("v0-order", text);
  expect(sent.map(({ pasted, pastedFrom }) => [pasted, pastedFrom])).toEqual([
    [text, "3"],
    [text, "0"],
    [text, ""],
  ]);
  expect(form.querySelectorAll("[name=pastedFrom]")).toHaveLength(0);
});
