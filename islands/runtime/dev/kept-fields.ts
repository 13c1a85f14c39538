type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type FieldSnapshot = {
  path: string;
  fields: [name: string, value: string | boolean][];
  focused: string;
  scroll: [number, number];
};

const key = "islands-dev-kept";

/**
 * Fields that are not kept: secrets must not be kept, files cannot be, and hidden fields belong to
 * the page.
 */
const excluded =
  "[type=password],[type=file],[type=hidden],[autocomplete^=cc-],[autocomplete*=password],[autocomplete=one-time-code]";

const isChoice = (field: Field) => field.type === "checkbox" || field.type === "radio";

/** Fields by name, choices also by value. Fields with the same name get numbers. */
function namedFields(): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const field of document.querySelectorAll<Field>("input,select,textarea")) {
    if (field.matches(excluded) || !(field.name || field.id)) continue;
    const name = `${field.name || field.id} ${isChoice(field) ? field.value : ""}`;
    let number = 0;
    while (fields.has(`${name} ${number}`)) number++;
    fields.set(`${name} ${number}`, field);
  }
  return fields;
}

const currentValue = (field: Field) => (isChoice(field) ? (field as HTMLInputElement).checked : field.value);

/**
 * Keeps the typed values and choices, the focus and the scroll position for the next load of the
 * page.
 */
export function keepFields(): void {
  const fields = [...namedFields()];
  const snapshot: FieldSnapshot = {
    path: location.pathname,
    fields: fields.map(([name, field]) => [name, currentValue(field)]),
    focused: fields.find(([, field]) => field === document.activeElement)?.[0] ?? "",
    scroll: [scrollX, scrollY],
  };
  sessionStorage.setItem(key, JSON.stringify(snapshot));
}

/** Restores the values that `keepFields` kept for this page, only once. */
export function restoreFields(): void {
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (!text) return;
  const { path, fields, focused, scroll }: FieldSnapshot = JSON.parse(text);
  if (path !== location.pathname) return;
  const fieldsByName = namedFields();
  for (const [name, value] of fields) {
    const field = fieldsByName.get(name);
    if (!field || currentValue(field) === value) continue;
    if (typeof value === "boolean") (field as HTMLInputElement).checked = value;
    else field.value = value;
  }
  fieldsByName.get(focused)?.focus({ preventScroll: true });
  const scrollBack = () => scrollTo({ left: scroll[0], top: scroll[1], behavior: "instant" });
  scrollBack();
  // Pictures may have made the page longer.
  addEventListener("load", scrollBack, { once: true });
}
