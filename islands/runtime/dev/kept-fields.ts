type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Kept = { path: string; fields: [name: string, value: string | boolean][]; focused: string; scroll: [number, number] };

const key = "islands-dev-kept";

/** Secrets are kept nowhere, files cannot be, and hidden fields are the page's own. */
const left =
  "[type=password],[type=file],[type=hidden],[autocomplete^=cc-],[autocomplete*=password],[autocomplete=one-time-code]";

const isChoice = (field: Field) => field.type === "checkbox" || field.type === "radio";

/** Fields by name, and for choices by value, numbered where several are called the same. */
function namedFields(): Map<string, Field> {
  const named = new Map<string, Field>();
  for (const field of document.querySelectorAll<Field>("input,select,textarea")) {
    if (field.matches(left) || !(field.name || field.id)) continue;
    const name = `${field.name || field.id} ${isChoice(field) ? field.value : ""}`;
    let number = 0;
    while (named.has(`${name} ${number}`)) number++;
    named.set(`${name} ${number}`, field);
  }
  return named;
}

const currentValue = (field: Field) => (isChoice(field) ? (field as HTMLInputElement).checked : field.value);

/** Keeps what was typed and chosen, the focus and the place in the page for its next load. */
export function keepFields(): void {
  const fields = [...namedFields()];
  const kept: Kept = {
    path: location.pathname,
    fields: fields.map(([name, field]) => [name, currentValue(field)]),
    focused: fields.find(([, field]) => field === document.activeElement)?.[0] ?? "",
    scroll: [scrollX, scrollY],
  };
  sessionStorage.setItem(key, JSON.stringify(kept));
}

/** Puts back what `keepFields` kept of this page, once. */
export function restoreFields(): void {
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (!text) return;
  const { path, fields, focused, scroll }: Kept = JSON.parse(text);
  if (path !== location.pathname) return;
  const named = namedFields();
  for (const [name, value] of fields) {
    const field = named.get(name);
    if (!field || currentValue(field) === value) continue;
    if (typeof value === "boolean") (field as HTMLInputElement).checked = value;
    else field.value = value;
  }
  named.get(focused)?.focus({ preventScroll: true });
  const scrollBack = () => scrollTo({ left: scroll[0], top: scroll[1], behavior: "instant" });
  scrollBack();
  // Pictures may have made the page longer.
  addEventListener("load", scrollBack, { once: true });
}
