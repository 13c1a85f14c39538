/** Marks the page's main part as waiting for a call, or not. */
export const markPageBusy = (running: boolean): void =>
  document.querySelector("main")?.setAttribute("aria-busy", String(running));
