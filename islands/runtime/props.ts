/** Props from the page: `data-props` wins over the shared script. */
export function readProps({ dataset }: HTMLElement): Record<string, unknown> {
  const { propsRef, props } = dataset;
  const script = propsRef && (document.getElementById(propsRef) as Element);
  return { ...(script && JSON.parse(script.textContent)), ...(props && JSON.parse(props)) };
}
