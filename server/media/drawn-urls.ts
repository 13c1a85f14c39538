/** The address of a drawn picture. */
export const drawnUrl = (key: string): string => `/media/drawn/${key}.svg`;

const drawn = /^(\/media\/drawn\/[a-z0-9._-]+)\.svg$/;

/** The same picture where SVG is not supported: a drawing as JPEG, any other as it is. */
export const photographUrl = (url: string): string => url.replace(drawn, "$1.jpg");

/** The key of a drawing at this address. */
export const drawnKeyOf = (url: string): string | undefined => drawn.exec(url)?.[1]?.slice("/media/drawn/".length);
