type Converters = Record<string, (text: string) => unknown>;

/**
 * Props from the page. Later ones win: the shared script, then `data-props`, then single
 * `data-prop-x`.
 */
export function readProps({ dataset }: HTMLElement, as: Converters = {}): Record<string, unknown> {
  const { propsRef, props } = dataset;
  const script = propsRef && (document.getElementById(propsRef) as Element);
  const merged = { ...(script && JSON.parse(script.textContent)), ...(props && JSON.parse(props)) };
  for (const key in dataset) {
    const name = key.replace(/^prop([A-Z])/, (_, first: string) => first.toLowerCase());
    if (name !== key) merged[name] = (as[name] ?? String)(dataset[key] as string);
  }
  return merged;
}
