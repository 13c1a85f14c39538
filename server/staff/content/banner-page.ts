import { type BannerFields, bannerLabels } from "../../content/rules/banner.ts";
import type { FieldView } from "../forms/field-view.ts";
import type { StaffContext } from "../frame.ts";
import {
  staffBannerPath,
  staffBannerPicturePath,
  staffBannerRemovalPath,
  staffPagePreviewPath,
  staffPagesPath,
} from "../paths.ts";
import { versionOf } from "../records/records.ts";
import { backToPages, type ContentFormState, contentForm, mayWritePages } from "./content-form-page.ts";
import type { BannerPlace } from "./page-pictures.ts";

type BannerUpload = { bannerId: string; src: string; alt: string; refused: BannerInput["refused"] };

const bestSize: Readonly<Record<BannerPlace, string>> = {
  background:
    "At best 2560 × 1600 pixels, with what matters in the middle: a narrow window cuts its sides off. One that is less than 1200 wide is shown at its own size on wide screens.",
  image: "At best 1280 × 1280 pixels, with what matters in the middle: above and below, an eighth is cut off.",
};

const uploadOf = (place: BannerPlace, { bannerId, src, alt, refused }: BannerUpload) => ({
  id: place,
  place,
  heading: bannerLabels[place],
  action: staffBannerPicturePath(bannerId),
  src,
  alt,
  ...(refused?.place === place && { typedAlt: refused.alt }),
  hint: `JPEG, PNG, WebP, AVIF, or GIF. ${bestSize[place]} It replaces the one that there is.`,
});

type BannerInput = {
  id: string;
  banner: BannerFields | undefined;
  /** the banner's button leads to no page */
  isMissing: boolean;
  /** the titles of other banners at the same place */
  atPlace: readonly string[];
  /** the description that came with a refused picture */
  refused?: { place: BannerPlace; alt: string } | undefined;
};

/** Possible mistakes that the owner may have overlooked. */
function warningsOf({ banner, isMissing, atPlace }: BannerInput): string[] {
  const places = atPlace.map((title) => `“${title}” has the same place. Choose different places to say which stands first.`);
  return [...(banner && isMissing ? [`${banner.ctaLink} leads to no page.`] : []), ...places];
}

/** The page of one banner; `id` is `new` before it exists. */
export function bannerPage(context: StaffContext, fields: readonly FieldView[], input: BannerInput, state: ContentFormState) {
  const { id, banner, refused } = input;
  const isNew = id === "new";
  return contentForm(context, staffPagesPath, state, {
    heading: banner?.title ?? "New banner",
    back: backToPages,
    action: staffBannerPath(id),
    seen: banner ? versionOf(banner) : "",
    fields,
    mayWrite: mayWritePages(context),
    warnings: warningsOf(input),
    ...(banner && { links: [{ name: "Preview the page", href: `${staffPagePreviewPath(banner.page)}?banner=${id}` }] }),
    ...(banner && {
      uploads: [
        uploadOf("background", { bannerId: id, src: banner.background, alt: banner.backgroundAlt, refused }),
        uploadOf("image", { bannerId: id, src: banner.image, alt: banner.imageAlt, refused }),
      ],
    }),
    ...(!isNew && { removal: { action: staffBannerRemovalPath(id) } }),
  });
}
