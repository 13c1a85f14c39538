const attribute = (value: unknown) => JSON.stringify(value).replaceAll("&", "&amp;").replaceAll("'", "&#39;");

/** An island as a template writes it by hand. */
export const islandHtml = (name: string, props: object): string =>
  `<div data-island="${name}" data-island-on="load" data-props='${attribute(props)}'></div>`;
