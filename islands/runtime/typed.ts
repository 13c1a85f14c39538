import { notifyComponent } from "./root.ts";

// One type for input, select, textarea and button: a missing property reads as undefined.
type Field = HTMLInputElement & Pick<HTMLSelectElement, "options">;

const fieldsOf = (el: Element) => [...el.querySelectorAll<Field>("input,select,textarea,button")];
const isChoice = ({ type }: Field) => /box|radio/.test(type);

function wasTouched(field: Field): unknown {
  // Only the chosen radio of a group matters: it unchecks the others.
  if (isChoice(field)) return field.checked !== field.defaultChecked && (field.checked || field.type !== "radio");
  if (!field.options) return (field.defaultValue ?? field.value) !== field.value;
  // Where no option is marked, the first is the default.
  return field.multiple || !(field.querySelector<HTMLOptionElement>("[selected]") ?? field.options[0])?.selected;
}

/**
 * Remembers what the shopper typed and the caret's position; the returned function restores both in
 * the current field, and notifies the component.
 */
export function captureTyped(el: Element): () => void {
  const active = document.activeElement as Field;
  const { selectionStart, selectionEnd } = active;
  const captured = fieldsOf(el).map((field) => [field, wasTouched(field), field.value, field.checked, field.files] as const);
  return () => {
    for (const [field, touched, value, checked, files] of captured) {
      const counterpart = counterpartOf(el, field);
      if (!counterpart) continue;
      if (touched) {
        // Each has no effect where it does not apply; assigning an equal value would move the
        // caret.
        counterpart.checked = checked;
        counterpart.files = files;
        if (counterpart.value !== value) counterpart.value = value;
        notifyComponent(counterpart);
      }
      if (field !== active) continue;
      counterpart.focus();
      if (selectionStart != null) counterpart.setSelectionRange(selectionStart, selectionEnd);
    }
  };
}

/** The field itself, or the only one of its name; choices with one name differ by value. */
function counterpartOf(el: Element, field: Field): Field | undefined {
  if (el.contains(field)) return field;
  const counterparts = fieldsOf(el).filter(
    (one) => field.name && one.name === field.name && (!isChoice(one) || one.value === field.value),
  );
  return counterparts[1] ? undefined : counterparts[0];
}
