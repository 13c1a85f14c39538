import { type DrawnSpec, drawnKey } from "./spec.ts";

/** The address of a drawn picture, of its spec or its key. */
export const drawnUrl = (picture: DrawnSpec | string): string =>
  `/media/drawn/${typeof picture === "string" ? picture : drawnKey(picture)}.svg`;

/** The address of the hero art of a page; `at` picks among its compositions. */
export const bannerUrl = (page: string, at = 0): string => `/media/drawn/banner-${page}-${at.toString(16)}.svg`;

export const brandMarkUrl = "/media/drawn/mark.svg";

const drawn = /^(\/media\/drawn\/[a-z0-9._-]+)\.svg$/;

/** The same picture for those who take no SVG: a drawing as JPEG, any other as it is. */
export const photographUrl = (url: string): string => url.replace(drawn, "$1.jpg");

/** The key of a drawing at this address. */
export const drawnKeyOf = (url: string): string | undefined => drawn.exec(url)?.[1]?.slice("/media/drawn/".length);
