// What acts by itself when pressed is never replayed: it would act twice.
const actsAlone = "a,area,label,summary,option,select,textarea,input:not([type=button]),[popovertarget],[commandfor],audio,video";

const busy = ":disabled,[aria-busy=true],[aria-disabled=true]";

/** True for an event that the browser does nothing with, or that can be posted later: it is kept and replayed. */
export function canWait(event: Event): boolean {
  if (event.type === "submit") return true;
  if (event.type !== "click") return false;
  const target = event.target as Element;
  const button = target.closest("button");
  return !target.closest(actsAlone) && !(button?.form && button.type !== "button");
}

/** Presses again with a fresh event (Preact drops those older than its listeners), unless the button became busy or went away. */
export function pressAgain(click: Event): void {
  const target = click.target as Element;
  if (target.isConnected && !target.closest(busy)) target.dispatchEvent(new MouseEvent("click", click));
}

/** Submits what the shopper submitted, from the form that stands in the island now, or from the old one when there is none. */
export function submitAgain(el: Element, { target, submitter }: SubmitEvent): void {
  let form = target as HTMLFormElement;
  let by = submitter as HTMLButtonElement | null;
  if (!form.isConnected) {
    const twin = el.querySelector("form");
    if (twin) {
      form = twin;
      by = by && form.querySelector(`[name="${by.name}"][value="${by.value}"]`);
    } else {
      form.hidden = true;
      document.body.append(form);
    }
  }
  form.requestSubmit(by?.isConnected ? by : null);
}
