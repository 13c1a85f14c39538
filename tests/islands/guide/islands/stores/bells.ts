import { atom } from "nanostores";

/** The variants that the visitor wants to be notified about. */
export const $bells = atom<ReadonlySet<string>>(new Set());

/** Turns a variant's bell on or off. */
export function toggleBell(variantId: string): void {
  const bells = new Set($bells.get());
  if (!bells.delete(variantId)) bells.add(variantId);
  $bells.set(bells);
}
