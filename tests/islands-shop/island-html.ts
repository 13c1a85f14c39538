const attribute = (value: unknown) => JSON.stringify(value).replaceAll("&", "&amp;").replaceAll("'", "&#39;");

/** The HTML of an island, as a template writes it. */
export const islandHtml = (name: string, props: object): string =>
  `<div data-island="${name}" data-island-on="load" data-props='${attribute(props)}'></div>`;
