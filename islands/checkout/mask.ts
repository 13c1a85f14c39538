const digitsIn = (text: string) => text.replace(/\D/g, "").length;

/**
 * Formats a field's value during its input event. The caret stays behind the same digit. A caret at
 * the end stays at the end, after the characters that the format added.
 */
export function mask(field: HTMLInputElement, format: (text: string) => string): void {
  const text = field.value;
  const caret = field.selectionStart ?? text.length;
  const formatted = format(text);
  if (formatted === text) return;
  field.value = formatted;
  const place = caret >= text.length ? formatted.length : placeBehind(formatted, digitsIn(text.slice(0, caret)));
  field.setSelectionRange(place, place);
}

function placeBehind(text: string, digits: number): number {
  let place = 0;
  for (let count = digits; count > 0 && place < text.length; place++) if (/\d/.test(text[place] ?? "")) count--;
  return place;
}
