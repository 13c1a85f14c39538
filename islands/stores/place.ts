/** Puts an island into the page at the first need, so that nobody loads it who does not need it. */
export function place(island: string): void {
  if (document.querySelector(`[data-island=${island}]`)) return;
  const host = document.createElement("div");
  host.dataset.island = island;
  host.dataset.islandOn = "load";
  document.body.append(host);
}
