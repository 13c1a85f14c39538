// Native controls, whose default action has happened: replayed, it would happen twice.
const scriptedButton = "button:not([popovertarget],[commandfor]),[role=button]:not(a)";
const busyButton = ":disabled,[aria-busy=true],[aria-disabled=true]";

/**
 * True for an event without a native effect, or that can be submitted later: it is held and
 * replayed.
 */
export function isReplayable({ type, target }: Event): boolean {
  const button = (target as Element).closest<HTMLButtonElement>(scriptedButton);
  return type === "submit" || (type === "click" && !!button && !(button.form && button.type !== "button"));
}

/** Dispatches a copy of an event: Preact ignores those that are older than its listeners. */
export function replayEvent(el: Element, event: Event): void {
  const target = event.target as Element;
  if (event.type === "submit") replaySubmit(el, event as SubmitEvent);
  else if (!target.closest(busyButton)) target.dispatchEvent(new MouseEvent("click", event));
}

/** Submits the island's current form, or the shopper's own when the island rendered none. */
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
