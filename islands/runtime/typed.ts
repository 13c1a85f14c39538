import { forgetValue } from "./root.ts";

// One shape for input, select, textarea and button: absent members read as undefined.
type Field = HTMLInputElement & Pick<HTMLSelectElement, "options" | "selectedOptions">;
type Kept = { field: Field; touched: boolean; value: string; checked: boolean; chosen: string[]; files: FileList | null };

const fieldsOf = (el: Element) => [...el.querySelectorAll<Field>("input,select,textarea,button")];
const isChoice = ({ type }: Field) => type === "checkbox" || type === "radio";
const chosenOf = ({ selectedOptions }: Field) => [...(selectedOptions ?? [])].map(({ value }) => value);

function wasTouched(field: Field): boolean {
  if (field.localName === "button") return false;
  if (field.type === "file") return field.value !== "";
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  if (field.localName !== "select") return field.value !== field.defaultValue;
  const options = [...field.options];
  const first = field.multiple || options.some((option) => option.defaultSelected) ? undefined : options[0];
  return options.some((option) => option.selected !== (option.defaultSelected || option === first));
}

/** Remembers what the shopper typed and where the caret stands; the answer puts it into what stands there then, and tells the component. */
export function keepTyped(el: Element): () => void {
  const active = document.activeElement as Field;
  const { selectionStart, selectionEnd } = active;
  const focused = el.contains(active);
  const kept = fieldsOf(el).map((field) => ({
    field,
    touched: wasTouched(field),
    value: field.value,
    checked: field.checked,
    chosen: chosenOf(field),
    files: field.files,
  }));
  return () => {
    const fields = fieldsOf(el);
    for (const one of kept) {
      const twin = takeTwin(fields, one);
      if (!twin) continue;
      if (one.touched) retype(twin, one);
      if (!focused || one.field !== active) continue;
      twin.focus();
      if (selectionStart != null) twin.setSelectionRange(selectionStart, selectionEnd);
    }
  };
}

/** The same field, else the next one of its name; choices and buttons of one name differ by value. */
function takeTwin(fields: Field[], { field, value }: Kept): Field | undefined {
  const byValue = isChoice(field) || field.localName === "button";
  const named = ({ name, value: other }: Field) => name && name === field.name && (!byValue || other === value);
  const at = fields.includes(field) ? fields.indexOf(field) : fields.findIndex(named);
  return at < 0 ? undefined : fields.splice(at, 1)[0];
}

function retype(twin: Field, { value, checked, chosen, files }: Kept): void {
  if (isChoice(twin)) {
    // A click is the one event that both frameworks listen to; an unchecked radio hears of it from its sibling.
    if (!checked && twin.type === "radio") return;
    twin.checked = !checked;
    twin.click();
    return;
  }
  if (twin.type === "file") twin.files = files;
  else if (twin.options) for (const option of twin.options) option.selected = chosen.includes(option.value);
  else if (twin.value !== value) twin.value = value;
  forgetValue(twin);
  for (const type of ["input", "change"]) twin.dispatchEvent(new Event(type, { bubbles: true }));
}
