import { prefixed } from "../ui/prefixed.ts";

/** What was typed into a form, until it is saved. `seen`: the version of the record that it was typed on. */
export type Draft = { seen: string; values: [string, string][]; sent: boolean };

const prefix = () => prefixed("staff-draft:");
const sentName = () => prefixed("staff-draft-sent");

/** Storage may be off or full: the form works without it. */
function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export const readDraft = (key: string): Draft | undefined =>
  attempt(() => JSON.parse(localStorage.getItem(prefix() + key) ?? "null") as Draft | null) ?? undefined;

/** False where it could not be stored. */
export const writeDraft = (key: string, draft: Draft): boolean =>
  attempt(() => {
    localStorage.setItem(prefix() + key, JSON.stringify(draft));
    return true;
  }) ?? false;

export const removeDraft = (key: string): void => void attempt(() => localStorage.removeItem(prefix() + key));

/** `from`: the paths of the page that sent it, and of the answers to it. */
type Sent = { key: string; from: string[] };

/** Notes in this tab that a form is on its way. */
export const markSent = (sent: Sent): void => void attempt(() => sessionStorage.setItem(sentName(), JSON.stringify(sent)));

/** Whether an answer to what one of these pages has sent led the browser here. */
function wasLedFrom(paths: readonly string[]): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const { referrer } = document;
  return (navigation?.redirectCount ?? 0) > 0 && referrer !== "" && paths.includes(new URL(referrer).pathname);
}

/** What was refused, or met a change of somebody else's, is not saved. */
function keepUnsent(key: string): void {
  const draft = readDraft(key);
  if (draft?.sent) writeDraft(key, { ...draft, sent: false });
}

/** A form that was saved leads to another page; one that was refused is shown again, and its draft stays. */
export function closeSent({ isAnswer }: { isAnswer: boolean }): void {
  const sent = attempt(() => JSON.parse(sessionStorage.getItem(sentName()) ?? "null") as Sent | null);
  if (!sent) return;
  if (isAnswer) {
    keepUnsent(sent.key);
    return;
  }
  if (wasLedFrom(sent.from)) removeDraft(sent.key);
  attempt(() => sessionStorage.removeItem(sentName()));
}

/** Whoever sits down next finds none. */
export const removeAllDrafts = (): void =>
  void attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix())) localStorage.removeItem(key);
    sessionStorage.removeItem(sentName());
  });
