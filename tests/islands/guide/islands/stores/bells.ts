import { atom } from "nanostores";

/** The variants that the visitor wants to hear of. */
export const $bells = atom<ReadonlySet<string>>(new Set());

/** Sets a variant's bell, or takes it back. */
export function toggleBell(variantId: string): void {
  const bells = new Set($bells.get());
  if (!bells.delete(variantId)) bells.add(variantId);
  $bells.set(bells);
}
