/**
 * Reads props from the page: `data-props` wins over the shared script. Only a `script` element
 * counts, since other content of the page may have an element with the same id.
 */
export function readProps({ dataset }: HTMLElement): Record<string, unknown> {
  const { propsRef, props } = dataset;
  const script = propsRef && document.querySelector(`script[id="${propsRef}"]`);
  return { ...(script && JSON.parse(script.textContent)), ...(props && JSON.parse(props)) };
}
