import { atom } from "nanostores";

export type Toast = { kind: "info" | "success" | "error"; text: string };

/** The visible toast; empty without one. */
export const $toasts = atom<readonly [] | readonly [Toast]>([]);

// ms: enough to read a short sentence twice; an error stays until it is dismissed or the next
// attempt begins.
const toastDuration = 6_000;

/** Shows a toast in place of the earlier one; a later outcome may dismiss it. */
export function toast(kind: Toast["kind"], text: string): Toast {
  const newToast = { kind, text };
  $toasts.set([newToast]);
  if (kind !== "error") setTimeout(() => dismiss(newToast), toastDuration);
  return newToast;
}

export const dismiss = (shownToast: Toast): void => {
  if ($toasts.get()[0] === shownToast) dismissToast();
};

/** Dismisses the toast of an earlier attempt when the next one begins. */
export const dismissToast = (): void => $toasts.set([]);
