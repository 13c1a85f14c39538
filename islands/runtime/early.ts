// Links, labels, summaries, choices and submit buttons act by themselves: replayed, they would act
// twice.
const scriptedButton = "button:not([popovertarget],[commandfor]),[role=button]:not(a)";
const busyButton = ":disabled,[aria-busy=true],[aria-disabled=true]";

/**
 * True for an event that the browser does nothing with, or that can be posted later: it is held and
 * replayed.
 */
export function isReplayable({ type, target }: Event): boolean {
  const button = (target as Element).closest<HTMLButtonElement>(scriptedButton);
  return type === "submit" || (type === "click" && !!button && !(button.form && button.type !== "button"));
}

/** Repeats an event with a fresh one: Preact drops those that are older than its listeners. */
export function replayEvent(el: Element, event: Event): void {
  const target = event.target as Element;
  if (event.type === "submit") replaySubmit(el, event as SubmitEvent);
  else if (!target.closest(busyButton)) target.dispatchEvent(new MouseEvent("click", event));
}

/**
 * Submits from the form that stands in the island now, or from the shopper's own when the island
 * rendered none.
 */
function replaySubmit(el: Element, { target, submitter }: SubmitEvent): void {
  let form = target as HTMLFormElement;
  let button = submitter as HTMLButtonElement | null;
  if (!form.isConnected) {
    const counterpart = el.querySelector("form");
    if (counterpart) button = button && counterpart.querySelector(`[name="${button.name}"][value="${button.value}"]`);
    else document.body.append(form);
    form.hidden = true;
    form = counterpart ?? form;
  }
  form.requestSubmit(button);
}
