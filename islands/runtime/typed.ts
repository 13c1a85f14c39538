import type { FindCounterpart, IslandContent, Parts, Restore } from "./contract.ts";
import { notifyComponent } from "./root.ts";

// One type for input, select, textarea and button: a missing property reads as undefined.
type Field = HTMLInputElement & Pick<HTMLSelectElement, "options">;

export const isChoice = ({ type }: { type: string }) => /box|radio/.test(type);

function wasTouched(field: Field): unknown {
  // Only the chosen radio of a group matters: it unchecks the others.
  if (isChoice(field)) return field.checked !== field.defaultChecked && (field.checked || field.type !== "radio");
  if (!field.options) return (field.defaultValue ?? field.value) !== field.value;
  // If no option is marked, the first is the default.
  return field.multiple || !(field.querySelector<HTMLOptionElement>("[selected]") ?? field.options[0])?.selected;
}

/** The fields of an island. */
export const fields = "input,select,textarea";

/** Whether a field shows its value to the user. */
export const isShown = ({ type }: Field): boolean => !/hidden|submit|button/.test(type);

function captureValue(field: Field): Restore {
  const { value, checked, files } = field;
  return (current) => {
    // An assignment that does not apply to this kind of field has no effect. Assigning an equal
    // value would move the caret.
    current.checked = checked;
    current.files = files;
    if (current.value !== value) current.value = value;
  };
}

/**
 * Captures the values of fields, of typed ones by default, and the caret's position. The returned
 * function restores them in the current fields, and notifies the component.
 */
export function captureTyped(
  el: IslandContent,
  counterpart: FindCounterpart,
  { captureContents }: Parts,
  isCaptured: (field: Field) => unknown = wasTouched,
): () => void {
  const active = el.querySelector<Field>(":focus");
  const start = active?.selectionStart;
  const end = active?.selectionEnd as number;
  const captured = [...el.querySelectorAll<Field>(fields)]
    .filter(isCaptured)
    .map((field): [Element, Restore] => [field, captureValue(field)])
    .concat(captureContents?.(el, counterpart) ?? []);
  return () => {
    for (const [field, restore] of captured) {
      const current = counterpart(field) as Field | undefined;
      if (current) {
        restore(current);
        notifyComponent(current);
      }
    }
    const current = active && (counterpart(active) as Field | undefined);
    // The component may have moved the focus itself.
    if (!el.querySelector(":focus")) current?.focus();
    if (start != null) current?.setSelectionRange(start, end);
  };
}
