import { useEffect, useRef, useState } from "react";
import { type Draft, readDraft, removeDraft, writeDraft } from "../stores/staff-drafts.ts";
import type { FormDraftProps } from "./form-draft.props.ts";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What people type or choose; never a secret or a file. */
const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.querySelectorAll<Field>("input[name], textarea[name], select[name]")].filter(
    ({ type }) => !["hidden", "password", "file", "submit"].includes(type),
  );

const isChoice = (field: Field): field is HTMLInputElement => field.type === "radio" || field.type === "checkbox";

const valuesOf = (form: HTMLFormElement): [string, string][] =>
  fieldsOf(form).flatMap((field): [string, string][] => (isChoice(field) && !field.checked ? [] : [[field.name, field.value]]));

function fill(form: HTMLFormElement, values: readonly [string, string][]): void {
  const left = [...values];
  for (const field of fieldsOf(form)) {
    const at = left.findIndex(([name, value]) => name === field.name && (!isChoice(field) || value === field.value));
    if (isChoice(field)) field.checked = at >= 0;
    else if (at >= 0) field.value = left[at]?.[1] ?? "";
    if (at >= 0) left.splice(at, 1);
  }
}

const isSame = (one: readonly [string, string][], other: readonly [string, string][]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Says that what was typed is back, with a way to discard it. */
export default function FormDraft({ path, seen }: FormDraftProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<[string, string][]>([]);
  const [restored, setRestored] = useState<Draft>();
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    shown.current = valuesOf(form);
    let isLeaving = false;
    const draft = readDraft(path);
    // One that was sent, and whose record is another since, was saved.
    if (draft?.sent && draft.seen !== seen) removeDraft(path);
    else if (draft && !isSame(draft.values, shown.current)) {
      fill(form, draft.values);
      // The record may be another by now: the save then shows both.
      const field = form.querySelector<HTMLInputElement>("input[name=seen]");
      if (field) field.value = draft.seen;
      setRestored(draft);
    } else removeDraft(path);
    const version = () => form.querySelector<HTMLInputElement>("input[name=seen]")?.value ?? seen;
    const keep = (sent: boolean) => {
      const values = valuesOf(form);
      if (isSame(values, shown.current)) removeDraft(path);
      else writeDraft(path, { seen: version(), values, at: Date.now(), sent });
    };
    const typed = () => keep(false);
    const sending = () => {
      isLeaving = true;
      keep(true);
    };
    const leaving = (event: BeforeUnloadEvent) => {
      if (!isLeaving && !isSame(valuesOf(form), shown.current)) event.preventDefault();
    };
    // A page that comes back after Back can be left with a warning again.
    const back = () => {
      isLeaving = false;
    };
    form.addEventListener("input", typed);
    form.addEventListener("submit", sending);
    addEventListener("beforeunload", leaving);
    addEventListener("pageshow", back);
    return () => {
      form.removeEventListener("input", typed);
      form.removeEventListener("submit", sending);
      removeEventListener("beforeunload", leaving);
      removeEventListener("pageshow", back);
    };
  }, [path, seen]);
  const discard = () => {
    const form = place.current?.closest("form");
    if (form) fill(form, shown.current);
    const field = form?.querySelector<HTMLInputElement>("input[name=seen]");
    if (field) field.value = seen;
    removeDraft(path);
    setRestored(undefined);
  };
  return (
    <div ref={place}>
      {restored && (
        <p className="row" role="status">
          What you typed here and did not save is back.
          <button className="button button--secondary" type="button" onClick={discard}>
            Discard it
          </button>
        </p>
      )}
    </div>
  );
}
