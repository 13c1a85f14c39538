// Links, labels, summaries, choices and submit buttons act by themselves: replayed, they would act twice.
const waitsForScript = "button:not([popovertarget],[commandfor]),[role=button]:not(a)";
const busy = ":disabled,[aria-busy=true],[aria-disabled=true]";

/** True for an event that the browser does nothing with, or that can be posted later: it is kept and replayed. */
export function canWait({ type, target }: Event): boolean {
  const button = (target as Element).closest<HTMLButtonElement>(waitsForScript);
  return type === "submit" || (type === "click" && !!button && !(button.form && button.type !== "button"));
}

/** Does again what the shopper did, with a fresh event: Preact drops those that are older than its listeners. */
export function doAgain(el: Element, event: Event): void {
  const target = event.target as Element;
  if (event.type === "submit") submitAgain(el, event as SubmitEvent);
  else if (!target.closest(busy)) target.dispatchEvent(new MouseEvent("click", event));
}

/** Submits from the form that stands in the island now, or from the shopper's own when the island drew none. */
function submitAgain(el: Element, { target, submitter }: SubmitEvent): void {
  let form = target as HTMLFormElement;
  let by = submitter as HTMLButtonElement | null;
  if (!form.isConnected) {
    const counterpart = el.querySelector("form");
    if (counterpart) by = by && counterpart.querySelector(`[name="${by.name}"][value="${by.value}"]`);
    else document.body.append(form);
    form.hidden = true;
    form = counterpart ?? form;
  }
  form.requestSubmit(by);
}
