import { photographUrl } from "./drawn-urls.ts";

/** The picture that a social site shows with a link: an absolute address, no SVG. */
type SharedPicture = { url: string; alt: string };

type SharedPictureInput = SharedPicture & { isPlaceholder?: true };

/** The values to spread into a page; `{}` without a picture or with only a placeholder. */
export const shared = (publicUrl: string, picture: SharedPictureInput | undefined): { picture?: SharedPicture } =>
  picture?.url.startsWith("/") && !picture.isPlaceholder
    ? { picture: { url: publicUrl + photographUrl(picture.url), alt: picture.alt } }
    : {};
