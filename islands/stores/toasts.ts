import { atom } from "nanostores";

export type Toast = { kind: "info" | "success" | "error"; text: string };

export const $toasts = atom<readonly Toast[]>([]);

// ms: enough to read a short sentence twice; an error stays until it is dismissed or the next
// attempt begins.
const toastDuration = 6_000;

/**
 * Shows a toast, which a later outcome may dismiss. It replaces an earlier toast with the same
 * text.
 */
export function toast(kind: Toast["kind"], text: string): Toast {
  const newToast = { kind, text };
  $toasts.set([...$toasts.get().filter((other) => other.text !== text), newToast]);
  if (kind !== "error") setTimeout(() => dismiss(newToast), toastDuration);
  return newToast;
}

export const dismiss = (shownToast: Toast): void => $toasts.set($toasts.get().filter((other) => other !== shownToast));

export const dismissErrors = (): void => $toasts.set($toasts.get().filter(({ kind }) => kind !== "error"));
