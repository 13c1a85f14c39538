// Selects buttons that act by scripts. For other native controls the browser has already acted: a
// replayed event would make them act twice.
const scriptedButton = "button:not([popovertarget],[commandfor]),[role=button]:not(a)";
/** Elements for which the browser does not turn a key press into a click. */
const ariaButton = "[role=button]:not(a,button)";

/**
 * Whether an event can be held and replayed: it has no native effect, or its form can be submitted
 * later.
 */
export function isReplayable(event: Event): unknown {
  const { type, key, target } = event as KeyboardEvent & { target: Element };
  if (key) return /^( |Enter)$/.test(key) && target.matches(ariaButton);
  const button = type === "click" && target.closest<HTMLButtonElement>(scriptedButton);
  return button ? !button.form || button.type === "button" : type === "submit";
}

/** Dispatches a copy of an event, since Preact ignores events that are older than its listeners. */
export function replayEvent(event: Event, old: Element, find: (target: Element) => Element | undefined): void {
  const { type, submitter } = event as SubmitEvent;
  const target = find(old) as HTMLFormElement | undefined;
  const button = submitter && (find(submitter) as HTMLButtonElement | undefined);
  // If the pressed button is gone, the form is not submitted: without this button it might do
  // something else.
  if (submitter && !button) return;
  if (type === "submit") target?.requestSubmit(button?.form === target ? button : null);
  else target?.dispatchEvent(new (event.constructor as typeof Event)(type, event));
}
