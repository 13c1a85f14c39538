import { place } from "./place.ts";
import { toast as show, type Toast } from "./toasts.ts";

export * from "./toasts.ts";

/** Shows a toast; the first toast also adds the corner for toasts to the page. */
export function toast(kind: Toast["kind"], text: string): Toast {
  place("toasts");
  return show(kind, text);
}
