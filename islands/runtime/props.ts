/**
 * Reads props from the page: `data-props` wins over the shared script. Another element with the
 * script's id may belong to other content.
 */
export function readProps({ dataset }: HTMLElement): Record<string, unknown> {
  const { propsRef, props } = dataset;
  const script = propsRef && document.querySelector(`script[id="${propsRef}"]`);
  return { ...(script && JSON.parse(script.textContent)), ...(props && JSON.parse(props)) };
}
