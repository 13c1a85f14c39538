import { markSent, readDraft, removeDraft, writeDraft } from "../stores/staff-drafts.ts";
import { changedFieldsOf, fill, isSame, sentValuesOf, type Values, valuesOf } from "./form-values.ts";

const seenField = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>("input[name=seen]");

/** Says in the form that what was typed is back, with a way to discard it. */
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

/** It may be in what is folded. */
function unfold(form: HTMLFormElement): void {
  for (let fold = form.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
}

/** Rows that a form was given after it was opened are not in a fresh one: the server draws them again with these values. */
function askForRows(form: HTMLFormElement, rows: HTMLButtonElement, values: Readonly<Values>): void {
  for (const [name, value] of values) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  form.requestSubmit(rows);
}

type Kept = { key: string; path: string; isAnswer: boolean };

/**
 * Brings back what was typed into a form and not saved, and keeps what is typed from now on. Where the
 * page answers the form, it has what was typed already. Returns how to end it.
 */
export function keepDraft(form: HTMLFormElement, { key, path, isAnswer }: Kept): () => void {
  const sent = sentValuesOf(form);
  // Typed before this was alive, and newer than any draft.
  const early = changedFieldsOf(form);
  const seen = seenField(form)?.value ?? "";
  const draft = readDraft(key);
  const rows = form.querySelector<HTMLButtonElement>("button[data-draft-rows]");
  let notice: HTMLElement | undefined;
  let left: Readonly<Values> = [];
  let isStored = true;
  const isUnsaved = () => isAnswer || !isSame(valuesOf(form), sent);
  const keep = (isSent: boolean) => {
    const version = seenField(form)?.value ?? "";
    if (isUnsaved()) isStored = writeDraft(key, { seen: version, values: [...valuesOf(form), ...left], sent: isSent });
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
    // One that was sent, and whose record is another since, was saved.
    removeDraft(key);
    if (early.size > 0) keep(false);
  } else {
    const missing = fill(form, draft.values, early);
    const field = seenField(form);
    // The record may be another by now: the save then shows both.
    if (field) field.value = draft.seen;
    unfold(form);
    notice = showNotice(form, discard);
    if (rows && missing.length > 0) left = missing;
    if (early.size > 0) keep(false);
  }
  const typed = () => keep(false);
  const sending = ({ submitter }: SubmitEvent) => {
    // A preview in another tab leaves the form as it is.
    const isElsewhere = submitter?.getAttribute("formtarget") === "_blank";
    keep(!isElsewhere);
    if (!isElsewhere) markSent({ key, from: [location.pathname, path] });
  };
  // Leaving loses what could not be kept.
  const leaving = (event: BeforeUnloadEvent) => {
    if (!isStored && isUnsaved()) event.preventDefault();
  };
  form.addEventListener("input", typed);
  form.addEventListener("submit", sending);
  addEventListener("beforeunload", leaving);
  if (rows && left.length > 0) askForRows(form, rows, left);
  return () => {
    form.removeEventListener("input", typed);
    form.removeEventListener("submit", sending);
    removeEventListener("beforeunload", leaving);
    notice?.remove();
  };
}
