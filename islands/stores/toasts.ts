import { atom } from "nanostores";

export type Toast = { kind: "info" | "success" | "error"; text: string };

export const $toasts = atom<readonly Toast[]>([]);

// ms: enough to read a short sentence twice; an error stays until it is dismissed or the next
// attempt begins.
const toastDuration = 6_000;

/** Shows a toast, which a later outcome may dismiss; the same words replace an earlier one. */
export function toast(kind: Toast["kind"], text: string): Toast {
  const added = { kind, text };
  $toasts.set([...$toasts.get().filter((other) => other.text !== text), added]);
  if (kind !== "error") setTimeout(() => dismiss(added), toastDuration);
  return added;
}

export const dismiss = (shown: Toast): void => $toasts.set($toasts.get().filter((other) => other !== shown));

export const dismissErrors = (): void => $toasts.set($toasts.get().filter(({ kind }) => kind !== "error"));
