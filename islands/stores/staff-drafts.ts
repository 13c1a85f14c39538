import { prefixed } from "../ui/prefixed.ts";

/** What was typed into a form, until it is saved. */
export type Draft = { seen: string; values: [string, string][]; at: number; sent: boolean };

const prefix = () => prefixed("staff-draft:");

/** Storage may be off or full: the form works without it. */
function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export const readDraft = (path: string): Draft | undefined =>
  attempt(() => JSON.parse(localStorage.getItem(prefix() + path) ?? "null") as Draft | null) ?? undefined;

export const writeDraft = (path: string, draft: Draft): void =>
  void attempt(() => localStorage.setItem(prefix() + path, JSON.stringify(draft)));

export const removeDraft = (path: string): void => void attempt(() => localStorage.removeItem(prefix() + path));

/** Whoever sits down next finds none. */
export const removeAllDrafts = (): void =>
  void attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix())) localStorage.removeItem(key);
  });
