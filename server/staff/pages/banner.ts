import { type BannerFields, bannerLabels } from "../../content/rules/banner.ts";
import type { Dates } from "../../dates.ts";
import type { BannerPlace } from "../page-pictures.ts";
import {
  staffBannerPath,
  staffBannerPicturePath,
  staffBannerRemovalPath,
  staffPagePreviewPath,
  staffPagesPath,
} from "../paths.ts";
import { versionOf } from "../records.ts";
import { fieldOf } from "../zoned-time.ts";
import { backToPages, contentForm, mayWritePages, type Shown } from "./content-form.ts";
import type { DeskInput } from "./desk.ts";
import { fieldsOf } from "./form-fields.ts";

type BannerUpload = { bannerId: string; src: string; alt: string; refused: BannerInput["refused"] };

const bestSize: Readonly<Record<BannerPlace, string>> = {
  background:
    "At best 2560 × 1120 pixels, with the words’ place on the left quiet. One that is less than 1600 wide is shown at its own size on wide screens.",
  image: "At best 1280 × 1280 pixels, with what matters in the middle: above and below, an eighth is cut off.",
};

const uploadOf = (place: BannerPlace, { bannerId, src, alt, refused }: BannerUpload) => ({
  ...{ id: place, place, heading: bannerLabels[place], action: staffBannerPicturePath(bannerId), src, alt },
  ...(refused?.place === place && { typedAlt: refused.alt }),
  hint: `JPEG, PNG, WebP, AVIF, or GIF. ${bestSize[place]} It replaces the one that there is.`,
});

type BannerInput = {
  id: string;
  banner: BannerFields | undefined;
  pages: readonly string[];
  /** its button leads to no page */
  isMissing: boolean;
  /** titles of other banners at its place */
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
export function bannerPage(desk: DeskInput, dates: Dates, input: BannerInput, shown: Shown) {
  const { id, banner, pages, refused } = input;
  const saved: Record<string, string> = banner
    ? {
        ...Object.fromEntries(Object.entries(banner).map(([name, value]) => [name, String(value ?? "")])),
        active: banner.active ? "1" : "",
        startsAt: fieldOf(dates, banner.startsAt),
        endsAt: fieldOf(dates, banner.endsAt),
      }
    : { active: "1", page: "home" };
  const field = fieldsOf(saved, shown);
  const line = (name: keyof BannerFields, hint?: string) => field({ name, label: bannerLabels[name], ...(hint && { hint }) });
  const pictureHint =
    id === "new"
      ? "Leave it empty: you upload the picture once the banner is saved."
      : "Filled in by the upload below. Or the address of a picture of the shop, which begins with /media/.";
  const when = (name: keyof BannerFields) =>
    field({
      name,
      label: bannerLabels[name],
      type: "datetime-local",
      hint: `In the shop’s time zone, ${dates.timeZone}. Leave empty for no limit.`,
    });
  // The banner's own page stays a choice, even if it no longer exists.
  const choices = [...new Set([...pages, banner?.page ?? "home"])];
  const fields = [
    field({
      name: "page",
      label: bannerLabels.page,
      kind: "choice",
      choices: choices.map((page) => [page, page]),
    }),
    field({
      name: "position",
      label: bannerLabels.position,
      type: "number",
      hint: `The lowest stands first: at the head of the page.${id === "new" ? " Leave empty to put it last." : ""}`,
    }),
    field({ name: "active", label: bannerLabels.active, kind: "check" }),
    line("title"),
    line("subtitle"),
    line("ctaText"),
    line("ctaLink", "A path of the shop, such as /storefront/seeds/, or an address with https://."),
    line("background", pictureHint),
    line("backgroundAlt", "What it shows, for those who can’t see it."),
    line("image", pictureHint),
    line("imageAlt", "What it shows, for those who can’t see it."),
    when("startsAt"),
    when("endsAt"),
  ];
  const isNew = id === "new";
  return contentForm(desk, staffPagesPath, shown, {
    heading: banner?.title ?? "New banner",
    back: backToPages,
    action: staffBannerPath(id),
    seen: banner ? versionOf(banner) : "",
    fields,
    mayWrite: mayWritePages(desk),
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
