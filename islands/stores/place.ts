/** Inserts an island into the page on first use, so that pages without it do not load it. */
export function place(island: string): void {
  if (document.querySelector(`[data-island=${island}]`)) return;
  const host = document.createElement("div");
  host.dataset.island = island;
  host.dataset.islandOn = "load";
  document.body.append(host);
}
