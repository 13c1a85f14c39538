import { useEffect, useRef } from "react";
import { cellsOf } from "../../server/staff/rules/variant-grid.ts";
import type { GridPasteProps } from "./grid-paste.props.ts";

/** The cells of text of each row. */
const rowsOf = (table: Element): HTMLInputElement[][] =>
  [...table.querySelectorAll("tbody tr")].map((row) => [
    ...row.querySelectorAll<HTMLInputElement>("td > input.input:not(.grid__order)"),
  ]);

function fill(input: HTMLInputElement, value: string): void {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Fills cells from the focused one on; false where the grid has too few rows. */
function fillFrom(table: Element, focused: Element, cells: readonly string[][]): boolean {
  const rows = rowsOf(table);
  const from = rows.findIndex((row) => row.includes(focused as HTMLInputElement));
  const column = rows[from]?.indexOf(focused as HTMLInputElement) ?? -1;
  if (column < 0 || from + cells.length > rows.length) return false;
  for (const [at, texts] of cells.entries())
    for (const [next, text] of texts.entries()) {
      const input = rows[from + at]?.[column + next];
      if (input) fill(input, text);
    }
  return true;
}

/** Lets a paste of several cells fill the grid; what does not fit goes to the form's own field, and is filled in by the server. */
export default function GridPaste({ hint }: GridPasteProps) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    const table = form?.querySelector(".grid");
    const paste = (event: Event) => {
      const text = (event as ClipboardEvent).clipboardData?.getData("text/plain") ?? "";
      const focused = event.target as Element;
      if (!form || !table?.contains(focused) || !/[\t\n]/.test(text.trimEnd())) return;
      event.preventDefault();
      if (fillFrom(table, focused, cellsOf(text))) return;
      const area = form.querySelector<HTMLTextAreaElement>("textarea[name=pasted]");
      if (area) area.value = text;
      form.requestSubmit(form.querySelector<HTMLButtonElement>("button[name=step][value=paste]"));
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
