/** Says of the page's main part whether it waits for a call. */
export const markPageBusy = (running: boolean): void =>
  document.querySelector("main")?.setAttribute("aria-busy", String(running));
