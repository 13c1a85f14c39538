import { useEffect, useRef } from "react";
import { cellsOf } from "../../server/staff/products/rules/pasted-cells.ts";
import type { GridPasteProps } from "./grid-paste.props.ts";

/** The text cells of each row. */
const rowsOf = (table: Element): HTMLInputElement[][] =>
  [...table.querySelectorAll("tbody tr")].map((row) => [
    ...row.querySelectorAll<HTMLInputElement>("td > input.input:not(.grid__order)"),
  ]);

function fill(input: HTMLInputElement, value: string): void {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

type Place = { row: number; column: number };

/** The place of the focused cell; undefined if the field is no text cell. */
function placeOf(rows: readonly HTMLInputElement[][], focused: HTMLInputElement): Place | undefined {
  const row = rows.findIndex((inputs) => inputs.includes(focused));
  const column = rows[row]?.indexOf(focused);
  return column === undefined ? undefined : { row, column };
}

/** Fills the cells from `place` on; false if the grid has too few rows. */
function fillFrom(rows: readonly HTMLInputElement[][], { row: from, column }: Place, cells: readonly string[][]): boolean {
  if (from + cells.length > rows.length) return false;
  for (const [at, texts] of cells.entries())
    for (const [next, text] of texts.entries()) {
      const input = rows[from + at]?.[column + next];
      if (input) fill(input, text);
    }
  return true;
}

/** Sends the pasted text to the server, which fills the grid from `column` on. */
function sendPasted(form: HTMLFormElement, text: string, column: number | undefined): void {
  const area = form.querySelector<HTMLTextAreaElement>("textarea[name=pasted]");
  if (area) area.value = text;
  const from = document.createElement("input");
  Object.assign(from, { type: "hidden", name: "pastedFrom", value: String(column ?? "") });
  form.append(from);
  form.requestSubmit(form.querySelector<HTMLButtonElement>("button[name=step][value=paste]"));
  from.remove();
}

/**
 * Lets a paste of several cells fill the grid. If the cells do not fit, the form's own field gets
 * the text, and the server fills the grid.
 */
export default function GridPaste({ hint }: GridPasteProps) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    const table = form?.querySelector(".grid");
    const paste = (event: Event) => {
      const text = (event as ClipboardEvent).clipboardData?.getData("text/plain") ?? "";
      const focused = event.target as HTMLInputElement;
      if (!form || !table?.contains(focused) || !/[\t\n]/.test(text.trimEnd())) return;
      event.preventDefault();
      const rows = rowsOf(table);
      const place = placeOf(rows, focused);
      if (place && fillFrom(rows, place, cellsOf(text))) return;
      sendPasted(form, text, place?.column);
    };
    table?.addEventListener("paste", paste);
    return () => table?.removeEventListener("paste", paste);
  }, []);
  return (
    <p className="soft" ref={place}>
      {hint}
    </p>
  );
}

GridPaste.needsPage = true;
