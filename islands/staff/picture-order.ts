const isUp = ({ value }: HTMLButtonElement): boolean => value.endsWith("-up");

/** Writes each row's place into its field, and disables the buttons that can't move their row. */
function numberRows(list: Element): void {
  const rows = [...list.children];
  for (const [at, row] of rows.entries()) {
    const place = row.querySelector<HTMLInputElement>("input[name$=-order]");
    if (place) place.value = String(at + 1);
    for (const button of row.querySelectorAll<HTMLButtonElement>("button[name=move]"))
      button.disabled = at === (isUp(button) ? 0 : rows.length - 1);
  }
  list.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Moves a pressed button's row. If the button is then disabled, the other one has the focus. */
function moveByButton(button: HTMLButtonElement, row: Element): void {
  if (isUp(button)) row.previousElementSibling?.before(row);
  else row.nextElementSibling?.after(row);
  if (row.parentElement) numberRows(row.parentElement);
  const other = [...row.querySelectorAll<HTMLButtonElement>("button[name=move]")].find((each) => !each.disabled);
  (button.disabled ? other : button)?.focus();
}

/** Lets rows be dragged by their pictures; calls `done` with the row that was dropped. */
function dragRows(list: HTMLElement, done: (row: Element) => void, signal: AbortSignal): void {
  let dragged: Element | null = null;
  let former: Element | null = null;
  const rowOf = ({ target }: Event) => (target as Element).closest(".pictures > li");
  const listen = <Name extends "dragstart" | "dragover" | "drop" | "dragend">(name: Name, act: (event: DragEvent) => void) =>
    list.addEventListener(name, act, { signal });
  listen("dragstart", (event) => {
    dragged = (event.target as Element).matches("img") ? rowOf(event) : null;
    former = dragged?.nextElementSibling ?? null;
  });
  listen("dragover", (event) => {
    const row = rowOf(event);
    if (!dragged) return;
    event.preventDefault();
    if (!row || row === dragged) return;
    const { top, height } = row.getBoundingClientRect();
    if (event.clientY > top + height / 2) row.after(dragged);
    else row.before(dragged);
  });
  listen("drop", (event) => dragged && event.preventDefault());
  listen("dragend", ({ dataTransfer }) => {
    if (!dragged) return;
    // A drag that ends elsewhere, or by Escape, moves nothing.
    if (dataTransfer?.dropEffect === "none") list.insertBefore(dragged, former);
    else done(dragged);
    dragged = null;
  });
}

/**
 * Lets people move the rows of pictures by buttons and by dragging; the form's own button saves the
 * order. Without scripts a row's buttons send the form. Returns a function that stops this.
 */
export function orderPictures(form: HTMLFormElement | null): () => void {
  const ending = new AbortController();
  const list = form?.querySelector<HTMLElement>(".pictures");
  const status = form?.querySelector("[role=status]");
  if (!list || !status) return () => {};
  const say = (row: Element) => {
    status.textContent = `Moved to place ${[...list.children].indexOf(row) + 1}. Save the pictures to keep it.`;
  };
  const press = (event: Event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>("button[name=move]");
    const row = button?.closest("li");
    if (!button || !row) return;
    event.preventDefault();
    moveByButton(button, row);
    say(row);
  };
  const drop = (row: Element) => {
    numberRows(list);
    say(row);
  };
  list.addEventListener("click", press, { signal: ending.signal });
  dragRows(list, drop, ending.signal);
  return () => ending.abort();
}
