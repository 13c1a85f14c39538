import { photographUrl } from "./drawn/urls.ts";

/** What a social site shows beside a link; it takes absolute addresses and no SVG. */
export type SharedPicture = { url: string; alt: string };

/** `{}` where there is no picture, to be spread into a page. */
export const shared = (publicUrl: string, picture: { url: string; alt: string } | undefined): { picture?: SharedPicture } =>
  picture?.url.startsWith("/") ? { picture: { url: publicUrl + photographUrl(picture.url), alt: picture.alt } } : {};
