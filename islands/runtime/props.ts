type Converters = Record<string, (text: string) => unknown>;

/** Props as the page wrote them. Later wins: the shared script, then `data-props`, then single `data-prop-x`. */
export function readProps({ dataset }: HTMLElement, as: Converters = {}): Record<string, unknown> {
  const { propsRef, props = "{}" } = dataset;
  const shared = propsRef && document.getElementById(propsRef)?.textContent;
  if (propsRef && !shared) throw new Error(`no script with id ${propsRef}`);
  const merged = { ...JSON.parse(shared || "{}"), ...JSON.parse(props) };
  for (const key in dataset) {
    const [, first, rest] = /^prop([A-Z])(.*)/.exec(key) ?? [];
    if (!first) continue;
    const name = first.toLowerCase() + rest;
    merged[name] = (as[name] ?? String)(dataset[key] ?? "");
  }
  return merged;
}
