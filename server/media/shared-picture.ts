import { photographSize, photographUrl } from "./drawn-urls.ts";
import { parseStoredName, storedNameAt } from "./stored-name.ts";

/** The width in px of a stored picture in an email. */
const thumbnailWidth = 320;

/** The address of a picture as JPEG, for emails. A stored picture is at most 320 px wide. */
export function thumbnailUrl(url: string): string {
  const stored = parseStoredName(storedNameAt(url) ?? "");
  return stored ? `/media/${stored.hash}-${Math.min(thumbnailWidth, stored.width)}.jpg` : photographUrl(url);
}

/**
 * The picture that a social site shows with a link: an absolute address, no SVG. The size is absent
 * if it is not known.
 */
type SharedPicture = { url: string; alt: string; width?: number; height?: number };

type SharedPictureInput = SharedPicture & { isPlaceholder?: true };

/** The values to spread into a page; `{}` without a picture or with only a placeholder. */
export const shared = (publicUrl: string, picture: SharedPictureInput | undefined): { picture?: SharedPicture } =>
  picture?.url.startsWith("/") && !picture.isPlaceholder
    ? { picture: { url: publicUrl + photographUrl(picture.url), alt: picture.alt, ...sizeOf(picture) } }
    : {};

function sizeOf({ url, width, height }: SharedPictureInput): { width?: number; height?: number } {
  if (width === undefined || height === undefined) return {};
  return photographUrl(url) === url ? { width, height } : photographSize({ width, height });
}
