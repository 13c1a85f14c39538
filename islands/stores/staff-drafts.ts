import { prefixed } from "../ui/prefixed.ts";

/**
 * The typed values of a form, until they are saved. `seen` is the version of the record that the
 * form showed.
 */
export type Draft = { seen: string; values: [string, string][]; sent: boolean };

const prefix = () => prefixed("staff-draft:");
const sentName = () => prefixed("staff-draft-sent");

/**
 * Runs storage work and ignores its failure: storage may be off or full, and the form works without
 * it.
 */
function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export const readDraft = (key: string): Draft | undefined =>
  attempt(() => JSON.parse(localStorage.getItem(prefix() + key) ?? "null") as Draft | null) ?? undefined;

/** Stores a draft; false if it could not be stored. */
export const writeDraft = (key: string, draft: Draft): boolean =>
  attempt(() => {
    localStorage.setItem(prefix() + key, JSON.stringify(draft));
    return true;
  }) ?? false;

export const removeDraft = (key: string): void => void attempt(() => localStorage.removeItem(prefix() + key));

/** `from`: the paths of the page that sent the form, and of the answers to it. */
type SentForm = { key: string; from: string[] };

/** Records in this tab that a form was sent. */
export const markSent = (sent: SentForm): void => void attempt(() => sessionStorage.setItem(sentName(), JSON.stringify(sent)));

/**
 * Whether the browser came to this page by a redirect that answered a form of one of these pages.
 */
function wasLedFrom(paths: readonly string[]): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const { referrer } = document;
  return (navigation?.redirectCount ?? 0) > 0 && referrer !== "" && paths.includes(new URL(referrer).pathname);
}

/**
 * Keeps a draft that was not saved: its form was refused, or conflicted with another person's
 * change.
 */
function keepUnsent(key: string): void {
  const draft = readDraft(key);
  if (draft?.sent) writeDraft(key, { ...draft, sent: false });
}

/**
 * Removes the draft of a saved form: saving leads to another page. A refused form is shown again,
 * and its draft stays.
 */
export function closeSent({ isAnswer }: { isAnswer: boolean }): void {
  const sentForm = attempt(() => JSON.parse(sessionStorage.getItem(sentName()) ?? "null") as SentForm | null);
  if (!sentForm) return;
  if (isAnswer) {
    keepUnsent(sentForm.key);
    return;
  }
  if (wasLedFrom(sentForm.from)) removeDraft(sentForm.key);
  attempt(() => sessionStorage.removeItem(sentName()));
}

/** Removes all drafts, so that the next person at the device finds none. */
export const removeAllDrafts = (): void =>
  void attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix())) localStorage.removeItem(key);
    sessionStorage.removeItem(sentName());
  });
