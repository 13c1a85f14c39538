import { markSent, readDraft, removeDraft, writeDraft } from "../stores/staff-drafts.ts";
import { changedFieldsOf, fill, isSame, sentValuesOf, type Values, valuesOf } from "./form-values.ts";

const seenField = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>("input[name=seen]");

/** Shows in the form that typed values were restored, with a button to discard them. */
function showNotice(form: HTMLFormElement, discard: () => void): HTMLElement {
  const notice = document.createElement("p");
  notice.className = "row";
  notice.setAttribute("role", "status");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button--secondary";
  button.textContent = "Discard it";
  button.addEventListener("click", discard);
  notice.append("What you typed here and did not save is back. ", button);
  form.prepend(notice);
  return notice;
}

/** Unfolds the parts of the form that contain a restored value. */
function unfold(form: HTMLFormElement): void {
  for (let fold = form.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
}

/**
 * Requests the rows that were added to the form after it was opened. The fresh form lacks them; the
 * server renders them again with these values.
 */
function askForRows(form: HTMLFormElement, rows: HTMLButtonElement, values: Readonly<Values>): void {
  for (const [name, value] of values) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  form.requestSubmit(rows);
}

type DraftOptions = { key: string; path: string; isAnswer: boolean };

/**
 * Restores the typed and unsaved values of a form, and keeps later ones. A page that answers the
 * form already shows the typed values. Returns a function that stops this.
 */
export function keepDraft(form: HTMLFormElement, { key, path, isAnswer }: DraftOptions): () => void {
  const sent = sentValuesOf(form);
  // These values were typed before hydration, so they are newer than any draft.
  const early = changedFieldsOf(form);
  const seen = seenField(form)?.value ?? "";
  const draft = readDraft(key);
  const rows = form.querySelector<HTMLButtonElement>("button[data-draft-rows]");
  let notice: HTMLElement | undefined;
  let unplaced: Readonly<Values> = [];
  let isStored = true;
  const isUnsaved = () => isAnswer || !isSame(valuesOf(form), sent);
  const keep = (isSent: boolean) => {
    const version = seenField(form)?.value ?? "";
    if (isUnsaved()) isStored = writeDraft(key, { seen: version, values: [...valuesOf(form), ...unplaced], sent: isSent });
    else removeDraft(key);
  };
  const discard = () => {
    fill(form, sent);
    const field = seenField(form);
    if (field) field.value = seen;
    removeDraft(key);
    notice?.remove();
  };
  if (isAnswer) {
    if (draft || early.size > 0) keep(false);
  } else if (!draft || (draft.sent && draft.seen !== seen) || isSame(draft.values, sent)) {
    // If the draft was sent and its record has changed since, the draft was saved.
    removeDraft(key);
    if (early.size > 0) keep(false);
  } else {
    const missing = fill(form, draft.values, early);
    const field = seenField(form);
    // The record may have changed since the draft was typed. The form gets the version for which
    // the draft was typed, so that the save shows both values.
    if (field) field.value = draft.seen;
    unfold(form);
    notice = showNotice(form, discard);
    if (rows && missing.length > 0) unplaced = missing;
    if (early.size > 0) keep(false);
  }
  const onInput = () => keep(false);
  const onSubmit = ({ submitter }: SubmitEvent) => {
    // A preview in another tab leaves the form unchanged.
    const isElsewhere = submitter?.getAttribute("formtarget") === "_blank";
    keep(!isElsewhere);
    if (!isElsewhere) markSent({ key, from: [location.pathname, path] });
  };
  // Leaving the page would lose values that could not be stored.
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (!isStored && isUnsaved()) event.preventDefault();
  };
  form.addEventListener("input", onInput);
  form.addEventListener("submit", onSubmit);
  addEventListener("beforeunload", onBeforeUnload);
  if (rows && unplaced.length > 0) askForRows(form, rows, unplaced);
  return () => {
    form.removeEventListener("input", onInput);
    form.removeEventListener("submit", onSubmit);
    removeEventListener("beforeunload", onBeforeUnload);
    notice?.remove();
  };
}
